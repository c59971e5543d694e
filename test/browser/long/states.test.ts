import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { seedVideo } from '../../support/videos/seed-video.ts';
import { submitKey } from '../console/support/key-pages.ts';
import { holdCalls, refuseCalls } from '../console/support/refused-calls.ts';
import { type RunningConsole, test } from '../console/support/running-console.ts';
import { accessibilityFaults } from '../support/accessibility.ts';
import { LOOKS, screenshot } from '../support/screenshot.ts';

interface State {
  name: string;
  address: string;
  /** Before the page is opened. */
  prepare?: (page: Page) => Promise<void>;
  /** Brings the state about, and resolves when it is there. */
  reach: (page: Page, service: RunningConsole) => Promise<unknown>;
}

const REFUSED = { status: 403, code: 'INSUFFICIENT_SCOPE' } as const;
const TOO_MANY = { status: 429, code: 'RATE_LIMITED', headers: { 'Retry-After': '42' } } as const;

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name }).first().waitFor();
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click();

const STATES: readonly State[] = [
  {
    name: 'videos',
    address: '/videos',
    reach: (page) => page.getByRole('link', { name: 'Harbour' }).waitFor(),
  },
  {
    name: 'videos-list',
    address: '/videos?view=list',
    reach: (page) => page.getByRole('link', { name: 'Harbour' }).waitFor(),
  },
  { name: 'videos-none', address: '/videos?q=zzz', reach: (page) => heading(page, 'No video matches') },
  {
    name: 'videos-error',
    address: '/videos',
    prepare: (page) => refuseCalls(page, 'search?*', REFUSED),
    reach: (page) => page.getByText('The videos could not be loaded.').waitFor(),
  },
  {
    name: 'videos-too-many',
    address: '/videos',
    prepare: (page) => refuseCalls(page, '**', TOO_MANY),
    reach: (page) => page.getByText('Too many requests').waitFor(),
  },
  {
    name: 'videos-loading',
    address: '/videos',
    prepare: (page) => holdCalls(page, 'search?*'),
    reach: (page) => heading(page, 'Videos'),
  },
  {
    name: 'videos-menu',
    address: '/videos',
    reach: async (page) => {
      await button(page, 'Actions for Harbour');
      await page.getByRole('menu').waitFor();
    },
  },
  {
    name: 'videos-delete',
    address: '/videos',
    reach: async (page) => {
      await button(page, 'Actions for Harbour');
      await page.getByRole('menuitem', { name: 'Delete…' }).click();
      await page.getByRole('alertdialog').getByText('Harbour').waitFor();
    },
  },
  {
    name: 'shortcuts',
    address: '/videos',
    reach: async (page) => {
      await page.getByRole('link', { name: 'Harbour' }).waitFor();
      await page.keyboard.press('?');
      await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    },
  },
  { name: 'keys', address: '/keys', reach: (page) => page.getByRole('link', { name: 'Demo' }).waitFor() },
  {
    name: 'keys-none',
    address: '/keys',
    reach: async (page) => {
      await page.getByRole('searchbox').fill('zzz');
      await heading(page, 'No key matches');
    },
  },
  {
    name: 'keys-error',
    address: '/keys',
    prepare: (page) => refuseCalls(page, 'keys', REFUSED),
    reach: (page) => page.getByText('The keys could not be loaded.').waitFor(),
  },
  {
    name: 'key-mistakes',
    address: '/keys/new',
    reach: async (page) => {
      await page.getByRole('radio', { name: 'These videos' }).click();
      await page.getByRole('option', { name: 'Harbour' }).waitFor();
      await button(page, 'Create key');
      await page.getByText('Choose at least one video.').waitFor();
    },
  },
  {
    name: 'key-secret',
    address: '/keys/new',
    reach: async (page) => {
      await page.getByLabel('Name', { exact: true }).fill('Importer');
      await submitKey(page, 'Importer');
    },
  },
  {
    name: 'key-revoke',
    address: '/keys',
    reach: async (page) => {
      await button(page, 'Actions for Demo');
      await page.getByRole('menuitem', { name: 'Revoke…' }).click();
      await page.getByRole('alertdialog').getByText('Demo').waitFor();
    },
  },
  { name: 'key-missing', address: '/keys/none', reach: (page) => heading(page, 'There is no such key') },
  {
    name: 'account',
    address: '/account',
    reach: (page) =>
      page
        .getByText(/ of 1 billion/)
        .first()
        .waitFor(),
  },
  {
    name: 'account-error',
    address: '/account',
    prepare: (page) => refuseCalls(page, 'account', REFUSED),
    reach: (page) => page.getByText('The account could not be loaded.').waitFor(),
  },
  {
    name: 'sign-out-everywhere',
    address: '/account',
    reach: async (page) => {
      await button(page, 'Sign out everywhere');
      await page.getByRole('alertdialog').waitFor();
    },
  },
  { name: 'components', address: '/components', reach: (page) => heading(page, 'Components') },
];

describe('every state is accessible', { timeout: 120_000 }, () => {
  test.for(LOOKS)('($colorScheme, $viewport.width px)', async (look, { service, signedIn }) => {
    await seedVideo(service, { name: 'Harbour' });
    const page = await signedIn('/account', look);
    const faults: string[] = [];
    for (const { name, address, prepare, reach } of STATES) {
      await prepare?.(page);
      await page.goto(service.origin + address);
      await reach(page, service);
      faults.push(...(await accessibilityFaults(page)).map((fault) => `${name}: ${fault}`));
      await screenshot(page, name);
      await page.unrouteAll({ behavior: 'ignoreErrors' });
    }
    for (const { id } of (await service.api<{ videos: { id: string }[] }>('GET', '/api/videos')).body
      .videos) {
      await service.api('DELETE', `/api/videos/${id}`);
    }
    expect(faults).toEqual([]);
  });
});
