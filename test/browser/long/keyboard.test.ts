/** @module-tag long */
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { expect, vi } from 'vitest';
import { surfaceClip, swinging } from '../../support/clips/surface-clip.ts';
import { trackedCars } from '../../support/videos/seed-video.ts';
import { clipVideo } from '../console/support/clip-video.ts';
import { documentOf } from '../console/support/json-editor.ts';
import { rowOf } from '../console/support/key-pages.ts';
import { expectFocusSeen, focusOf, press, tabTo } from '../console/support/keyboard.ts';
import { test } from '../console/support/running-console.ts';
import { brokenFile, dropFile, holdPartsAfter, tray } from '../console/support/upload-pages.ts';

// Every control on the way is stopped at.
vi.setConfig({ testTimeout: 240_000 });

const clip = new Uint8Array(await readFile(await surfaceClip(13, swinging)));

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const railLink = (page: Page, name: string) => page.getByRole('navigation').getByRole('link', { name });

/** The focus is on the page, and not before its beginning. */
const expectFocusKept = async (page: Page): Promise<void> => {
  await expect.poll(async () => (await focusOf(page)).name).not.toMatch(/^(BODY|HTML)/);
};

test('everything is done by keyboard alone, from signing in to signing out, with the focus always seen', async ({
  page,
  service,
}) => {
  const id = await clipVideo(service, clip, { name: 'By keyboard', parts: trackedCars(['car1']) });
  await page.goto(service.origin);
  await press(page, button(page, 'Sign in'));
  await page.waitForURL(/\/signin\//);
  await tabTo(page, page.getByLabel('User name'));
  await page.keyboard.type(service.demoUser.name);
  await tabTo(page, page.getByLabel('Password'));
  await page.keyboard.type(service.demoUser.password);
  await page.keyboard.press('Enter');
  await page.waitForURL(`${service.origin}/videos`);

  await press(page, railLink(page, 'API keys'));
  await page.getByRole('heading', { level: 1, name: 'API keys' }).waitFor();
  await expectFocusKept(page);
  await page.keyboard.press('n');
  await tabTo(page, page.getByLabel('Name', { exact: true }));
  await page.keyboard.type('Typed key');
  await press(page, page.getByRole('checkbox', { name: /^project:edit/ }), 'Space');
  await press(page, button(page, 'Create key'));
  await page.getByRole('heading', { name: 'Save the secret of Typed key' }).waitFor();
  await expectFocusKept(page);
  await press(page, page.getByRole('link', { name: 'I have saved it' }));
  await rowOf(page, 'Typed key').waitFor();
  await expectFocusKept(page);

  await press(page, railLink(page, 'Videos'));
  await press(page, page.getByRole('link', { name: 'By keyboard' }));
  const position = page.getByRole('slider', { name: 'Position' });
  await position.waitFor();
  await expectFocusKept(page);
  await press(page, page.getByRole('tabpanel').getByRole('listitem').getByRole('button', { name: /car/ }));
  await tabTo(page, page.getByLabel('Name', { exact: true }));
  await page.keyboard.type('Taxi');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 3, name: 'Taxi' }).waitFor();
  await expectFocusKept(page);

  await tabTo(page, button(page, 'First frame, 0'));
  for (const key of ['.', '.', '.', ',']) await page.keyboard.press(key);
  await expect.poll(() => position.inputValue()).toBe('2');
  await press(page, button(page, 'One frame back'));
  await expect.poll(() => position.inputValue()).toBe('1');
  await page.keyboard.press('g');
  await page.keyboard.type('0');
  await page.keyboard.press('Enter');
  await expect.poll(() => position.inputValue()).toBe('0');

  await page.keyboard.press('s');
  await page.getByRole('heading', { name: 'Mark a surface in frame 0' }).waitFor();
  await expectFocusKept(page);
  await press(page, button(page, 'Begin with a rectangle'));
  await tabTo(page, page.getByLabel('Corner 1, x'));
  await expectFocusSeen(page);
  await tabTo(page, page.getByLabel('Name', { exact: true }));
  await page.keyboard.type('Poster');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 3, name: 'Poster' }).waitFor();
  await expectFocusKept(page);

  await page.keyboard.press('2');
  await press(page, page.getByRole('tabpanel').getByRole('button', { name: 'Add' }));
  await page.getByRole('menuitem', { name: 'Text' }).waitFor();
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('textbox', { name: 'Text', exact: true }));
  await page.keyboard.press('Control+a');
  await page.keyboard.type('Ferry');
  await press(page, button(page, 'Add to the video'));
  await button(page, 'Add to the video').waitFor({ state: 'detached' });
  await expectFocusKept(page);
  expect(await documentOf(service, id)).toMatchObject({
    objects: { car1: { userLabel: 'Taxi' } },
    layers: [{ overlays: [{ plugin: { config: { text: 'Ferry' } } }] }],
  });

  await press(page, page.getByRole('navigation').getByRole('button', { name: 'Sign out' }));
  await page.waitForURL(`${service.origin}/`);
});

test('after a dialog whose store factory is gone the focus is where one was, not before the beginning of the page', async ({
  service,
  signedIn,
}) => {
  const id = await clipVideo(service, clip, { name: 'Restored', parts: trackedCars(['car1']) });
  const page = await signedIn(`/videos/${id}?tab=versions&version=1`);
  await press(page, button(page, 'Restore version 1'));
  await press(page, page.getByRole('alertdialog').getByRole('button', { name: 'Restore version 1' }));
  await page.getByText('It is the newest again, as version 3.').first().waitFor();
  await page.getByRole('alertdialog', { name: 'Restore version 1?' }).waitFor({ state: 'detached' });
  await expect.poll(async () => (await focusOf(page)).name).not.toMatch(/^(BODY|HTML|MAIN)/);
  await expectFocusSeen(page);

  await page.goto(`${service.origin}/keys/new`);
  await tabTo(page, page.getByLabel('Name', { exact: true }));
  await page.keyboard.type('Goes soon');
  await press(page, button(page, 'Create key'));
  await press(page, page.getByRole('link', { name: 'I have saved it' }));
  await press(page, button(page, 'Actions for Goes soon'));
  await page.getByRole('menuitem', { name: 'Replace…' }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await press(page, page.getByRole('alertdialog').getByRole('button', { name: 'Revoke key' }));
  await rowOf(page, 'Goes soon').waitFor({ state: 'detached' });
  await page.getByRole('alertdialog', { name: 'Revoke this key?' }).waitFor({ state: 'detached' });
  await expectFocusKept(page);
  expect((await focusOf(page)).name).toMatch(/^MAIN/);

  await page.goto(`${service.origin}/videos`);
  await press(page, button(page, 'Actions for Restored'));
  await page.getByRole('menuitem', { name: 'Copy ID' }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await press(page, page.getByRole('alertdialog').getByRole('button', { name: 'Delete video' }));
  await page.getByRole('link', { name: 'Restored' }).waitFor({ state: 'detached' });
  await page.getByRole('alertdialog', { name: 'Delete this video?' }).waitFor({ state: 'detached' });
  await expectFocusKept(page);

  await page.goto(`${service.origin}/keys`);
  await press(page, button(page, 'Actions for Demo'));
  await page.getByRole('menuitem', { name: 'Replace…' }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await press(page, page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }));
  await page.getByRole('alertdialog', { name: 'Revoke this key?' }).waitFor({ state: 'detached' });
  await expect
    .poll(() => button(page, 'Actions for Demo').evaluate((it) => it === document.activeElement))
    .toBe(true);
});

test('in a narrow window nothing that covers its end hides what the Tab key comes to', async ({
  signedIn,
}) => {
  const page = await signedIn('/keys/new', { viewport: { width: 390, height: 800 } });
  page.on('dialog', (dialog) => dialog.accept());
  await holdPartsAfter(page, 0);
  const create = button(page, 'Create key');
  const stops = async (cover: Locator): Promise<string[]> => {
    const hidden: string[] = [];
    await page.getByLabel('Name', { exact: true }).focus();
    while (!(await create.evaluate((it) => it === document.activeElement))) {
      await page.keyboard.press('Tab');
      const end = (await cover.boundingBox())?.y ?? 0;
      const bottom = await page.evaluate(() => document.activeElement?.getBoundingClientRect().bottom ?? 0);
      if (bottom > end) hidden.push((await focusOf(page)).name);
    }
    return hidden;
  };
  expect(await stops(page.getByRole('navigation', { name: 'Console' }))).toEqual([]);
  await dropFile(page, 'sent.mp4', brokenFile());
  await press(page, button(page, 'Show uploads'));
  await tray(page).getByText('0 B of 16 B').waitFor();
  expect(await stops(tray(page))).toEqual([]);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('in a narrow window the player, which stays at the top, hides nothing that the Tab key goes back to', async ({
  service,
  signedIn,
}) => {
  const id = await clipVideo(service, clip, { parts: trackedCars(['car1', 'car2', 'car3']) });
  const page = await signedIn(`/videos/${id}?object=car2`, { viewport: { width: 390, height: 800 } });
  await page.getByRole('slider', { name: 'Position' }).waitFor();
  await page.locator('summary', { hasText: 'Custom data' }).focus();
  const exported = button(page, 'Export');
  const hidden: string[] = [];
  while (!(await exported.evaluate((it) => it === document.activeElement))) {
    await page.keyboard.press('Shift+Tab');
    const isHidden = await page.evaluate(() => {
      const player = document.querySelector('[data-stays-in-view]');
      const { activeElement: focused } = document;
      if (!player || !focused || player.contains(focused)) return false;
      const cover = player.getBoundingClientRect();
      const { top, bottom } = focused.getBoundingClientRect();
      return top < cover.bottom && bottom > cover.top;
    });
    if (isHidden) hidden.push((await focusOf(page)).name);
  }
  expect(hidden).toEqual([]);
});
