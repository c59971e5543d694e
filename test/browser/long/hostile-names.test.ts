/** @module-tag long */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { clipVideo, shapesClip } from '../console/support/clip-video.ts';
import { createKey, rowOf } from '../console/support/key-pages.ts';
import { HOSTILE_NAME, unisolatedNames } from '../console/support/names.ts';
import { test } from '../console/support/running-console.ts';
import { dropFile, holdPartsAfter, tray } from '../console/support/upload-pages.ts';
import { screenshot } from '../support/screenshot.ts';

const clip = await shapesClip();

/** Where a name is shown now, it is text, and keeps its direction to itself. */
async function expectText(page: Page, name = HOSTILE_NAME): Promise<void> {
  expect(await unisolatedNames(page, name)).toEqual([]);
  expect(await page.locator('script:not([src])').count()).toBe(0);
}

test('the name of a video is text in lists, tray, titles, dialogs, toasts and the choice of videos', async ({
  service,
  signedIn,
}) => {
  const id = await clipVideo(service, clip, { name: HOSTILE_NAME });
  const page = await signedIn('/videos');
  page.on('dialog', (dialog) => expect.fail(dialog.message()));
  const link = page.getByRole('link', { name: HOSTILE_NAME });
  for (const view of ['Grid', 'List']) {
    await page.getByRole('button', { name: view, exact: true }).click();
    await link.waitFor();
    expect(await link.getAttribute('title')).toBe(HOSTILE_NAME);
    await expectText(page);
  }

  // A name in the file system may also turn the direction of what follows.
  const file = `\u202E4pm.${HOSTILE_NAME}.mp4`;
  await holdPartsAfter(page, 0);
  await dropFile(page, file, Buffer.from(clip));
  await tray(page).getByText(file).first().waitFor();
  await expectText(page, file);
  await screenshot(page, 'hostile-name-tray');
  await tray(page)
    .getByRole('button', { name: `Give up ${file}` })
    .click();
  await tray(page).waitFor({ state: 'detached' });

  await link.click();
  await page.getByRole('heading', { level: 1, name: HOSTILE_NAME }).waitFor();
  expect(await page.title()).toBe(`${HOSTILE_NAME} · Video Metadata Service`);
  await page.getByRole('slider', { name: 'Position' }).waitFor();
  await expectText(page);
  await screenshot(page, 'hostile-name-page');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: 'Metadata as JSON' }).click();
  expect((await download).suggestedFilename()).not.toMatch(/[<>/]/);

  await page.goto(`${service.origin}/keys/new`);
  await page.getByRole('radio', { name: 'These videos' }).click();
  await page.getByRole('combobox', { name: 'Videos' }).fill('alert');
  await page.getByRole('option', { name: HOSTILE_NAME }).click();
  await expectText(page);

  await page.goto(`${service.origin}/videos`);
  await page.getByRole('button', { name: `Actions for ${HOSTILE_NAME}` }).click();
  await page.getByRole('menuitem', { name: 'Delete…' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Delete this video?' });
  await dialog.getByText(HOSTILE_NAME).waitFor();
  await expectText(page);
  await dialog.getByRole('button', { name: 'Delete video' }).click();
  await page.getByText('Video deleted').first().waitFor();
  await page.getByText(HOSTILE_NAME).first().waitFor();
  await expectText(page);
  expect((await service.api('GET', `/api/videos/${id}`)).status).toBe(404);
});

test('the name of a key is text in its secret step, list, page, replacement, dialogs and toasts', async ({
  signedIn,
}) => {
  const page = await signedIn('/keys');
  page.on('dialog', (dialog) => expect.fail(dialog.message()));
  await createKey(page, HOSTILE_NAME);
  await rowOf(page, HOSTILE_NAME).waitFor();
  await expectText(page);
  await page.getByRole('link', { name: HOSTILE_NAME }).click();
  await page.getByRole('heading', { level: 1, name: HOSTILE_NAME }).waitFor();
  await expectText(page);

  await page.getByRole('link', { name: 'Replace' }).click();
  await page.getByText('The new key takes the place of').waitFor();
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe(`${HOSTILE_NAME} (2)`);
  await expectText(page);
  await page.getByRole('button', { name: 'Create key' }).click();
  await page.getByRole('heading', { level: 1, name: `Save the secret of ${HOSTILE_NAME}` }).waitFor();
  await expectText(page);
  await page.getByRole('link', { name: /^I have saved it/ }).click();
  await page.getByRole('region', { name: 'This key is being replaced' }).waitFor();
  await expectText(page);

  await page.getByRole('button', { name: 'Revoke the old key' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Revoke this key?' });
  await dialog.getByText(HOSTILE_NAME).waitFor();
  await expectText(page);
  await dialog.getByRole('button', { name: 'Revoke key' }).click();
  await page.getByText('Key revoked').first().waitFor();
  await expectText(page);
});
