import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { test as base, expect } from 'vitest';
import { CHROMIUM_ARGUMENTS, CHROMIUM_PATH } from './chromium.ts';
import { openWatchedPage } from './watched-page.ts';

/**
 * A test that drives Chromium. Its fixtures:
 * - `openPage` opens a page in a context of its own; with two of them a test has two users, or one user on two machines;
 * - `page` is such a page, with the default options;
 * - `browser` is the browser itself, one for all tests of a process.
 *
 * A test fails when a page of its own violates its content security policy, throws an error that nothing catches, or is
 * answered with an error that the test does not expect (`expectRefusals`).
 * Without Chromium it is skipped.
 */
export const test = base
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads from the pattern what a fixture needs
  .extend('launched', { scope: 'worker' }, async ({}, { onCleanup }): Promise<Browser | undefined> => {
    if (CHROMIUM_PATH === undefined) return undefined;
    const browser = await chromium.launch({ executablePath: CHROMIUM_PATH, args: CHROMIUM_ARGUMENTS });
    onCleanup(() => browser.close());
    return browser;
  })
  .extend('browser', ({ launched, skip }): Browser => {
    return launched ?? skip('no Chromium: install `chromium-headless-shell`, or set VMS_CHROMIUM');
  })
  .extend('openPage', ({ browser, onTestFinished }) => {
    return async (options?: BrowserContextOptions): Promise<Page> => {
      const { page, complaints, refusals } = await openWatchedPage(browser, options);
      onTestFinished(async () => {
        await page.context().close();
        expect(complaints).toEqual([]);
        expect(refusals()).toEqual([]);
      });
      return page;
    };
  })
  .extend('page', ({ openPage }): Promise<Page> => openPage());
