/** @module-tag long */
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { changedVideo } from '../console/support/changed-video.ts';
import { HOSTILE_NAME } from '../console/support/names.ts';
import { expectGoneVideo, refuseCalls } from '../console/support/refused-calls.ts';
import { type RunningConsole, test } from '../console/support/running-console.ts';

const documentOf = async ({ api }: RunningConsole, id: string, version?: number) =>
  (
    await api<Record<string, unknown>>(
      'GET',
      `/api/videos/${id}/metadata${version === undefined ? '' : `?version=${version}`}`,
    )
  ).body;

const compared = (page: Page, text: RegExp) => page.getByRole('status').filter({ hasText: text }).waitFor();
const changes = (page: Page) => page.getByRole('tabpanel', { name: 'By place' }).getByRole('listitem');

test('each version says what it changed, by the names that people know', async ({ service, signedIn }) => {
  const page = await signedIn(`/videos/${await changedVideo(service)}?tab=versions`);
  await page.getByRole('heading', { name: 'From version 4 to version 5' }).waitFor();
  await compared(page, /^2 changes: 1 added, 1 changed$/);
  expect(await changes(page).allInnerTexts()).toEqual([
    expect.stringMatching(/^Changed\s+layers\s+Titles\s+visible\s+−\s+true\s+\+\s+false$/),
    expect.stringMatching(/^Added\s+rules\s+r\s+\+/),
  ]);
  await page.getByRole('button', { name: /^Version 4/ }).click();
  await compared(page, /^1 change: 1 removed$/);
  expect(await changes(page).innerText()).toMatch(
    /^Removed\s+objects\s+car\s+−.*"2 keyframes, frames [^"]*"/s,
  );
  await page.getByRole('button', { name: /^Version 3/ }).click();
  await compared(page, /^1 change: 1 changed$/);
  expect(await changes(page).innerText()).toContain(HOSTILE_NAME);
});

test('any two are compared, by place and as text, and the address holds which', async ({
  service,
  signedIn,
}) => {
  const id = await changedVideo(service);
  const page = await signedIn(`/videos/${id}?tab=versions`);
  await page.getByRole('button', { name: 'Compare version 2 with version 5' }).click();
  await page.getByRole('heading', { name: 'From version 2 to version 5' }).waitFor();
  await compared(page, /^4 changes: 1 added, 2 changed, 1 removed$/);
  expect(new URL(page.url()).search).toBe('?tab=versions&version=5&against=2');
  await page.getByRole('tab', { name: 'As text' }).click();
  // In a column as narrow as this one the texts stand one within the other.
  await page.getByRole('textbox', { name: 'Version 5' }).getByText('"car2"').first().waitFor();
  await page.reload();
  await compared(page, /^4 changes/);
});

test('by keyboard: the tab, the versions, the way back to one', async ({ service, signedIn }) => {
  const id = await changedVideo(service);
  const page = await signedIn(`/videos/${id}`);
  await page.getByRole('tab', { name: 'Versions' }).waitFor();
  await page.keyboard.press('5');
  await page.getByRole('button', { name: /^Version 5(?! as JSON)/ }).focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.getByRole('heading', { name: 'From version 2 to version 3' }).waitFor();
  const focused = page.locator(':focus');
  expect(await focused.innerText()).toContain('Version 3');
  await page.keyboard.press('ArrowUp');
  await page.getByRole('button', { name: 'Restore version 4' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('alertdialog', { name: 'Restore version 4?' }).waitFor();
  expect(await focused.innerText()).toBe('Cancel');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: /^Version 6.*Version 4 restored/s }).waitFor();
  expect(await documentOf(service, id)).toEqual(await documentOf(service, id, 4));
});

test('restored, removed objects are in the list of objects again', async ({ service, signedIn }) => {
  const id = await changedVideo(service);
  const page = await signedIn(`/videos/${id}?tab=versions&version=2`);
  await page.getByRole('button', { name: 'Restore version 2' }).click();
  const dialog = page.getByRole('alertdialog');
  expect(await dialog.innerText()).toContain('as version 6');
  await dialog.getByRole('button', { name: 'Restore version 2' }).click();
  await page.getByText('It is the newest again, as version 6.').waitFor();
  await compared(page, /^4 changes: 1 added, 2 changed, 1 removed$/);
  expect(await documentOf(service, id)).toEqual(await documentOf(service, id, 2));
  await page.getByRole('tab', { name: 'Objects' }).click();
  await page.getByText('2 objects').waitFor();
});

test('what someone else saved meanwhile is reported, and replaced only when that is asked for, too', async ({
  service,
  signedIn,
}) => {
  const id = await changedVideo(service);
  const page = await signedIn(`/videos/${id}?tab=versions&version=3`);
  await page.getByRole('button', { name: 'Restore version 3' }).click();
  await service.api('PATCH', `/api/videos/${id}/metadata`, { json: { variables: [{ id: 'v' }] } });
  const dialog = page.getByRole('alertdialog');
  const confirm = dialog.getByRole('button', { name: 'Restore version 3' });
  await confirm.click();
  await dialog.getByText('Version 6 was saved in the meantime').waitFor();
  expect(await documentOf(service, id)).toMatchObject({ variables: [{ id: 'v' }] });
  await confirm.click();
  await page.getByText('It is the newest again, as version 7.').waitFor();
  expect(await documentOf(service, id)).toEqual(await documentOf(service, id, 3));
});

test('an older version is downloaded as the service has it', async ({ service, signedIn }) => {
  const id = await changedVideo(service);
  const page = await signedIn(`/videos/${id}?tab=versions&version=3`);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Version 3 as JSON' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('Shapes (version 3).json');
  expect(JSON.parse(await readFile(await download.path(), 'utf8'))).toEqual(await documentOf(service, id, 3));
});

test('of a video that was deleted meanwhile nothing is restored, and the page says why', async ({
  service,
  signedIn,
}) => {
  const id = await changedVideo(service);
  const page = await signedIn(`/videos/${id}?tab=versions&version=3`);
  await page.getByRole('button', { name: 'Restore version 3' }).click();
  await service.api('DELETE', `/api/videos/${id}`);
  expectGoneVideo(page);
  const dialog = page.getByRole('alertdialog');
  await dialog.getByRole('button', { name: 'Restore version 3' }).click();
  await dialog.getByRole('alert').waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: /^Version 4/ }).click();
  await page.getByRole('heading', { name: 'The video was deleted' }).waitFor();
});

test('a restore that a quota refuses changes nothing, and the question says why, with the id of the request', async ({
  service,
  signedIn,
}) => {
  const id = await changedVideo(service);
  const page = await signedIn(`/videos/${id}?tab=versions&version=3`);
  await refuseCalls(page, 'videos/*/versions/*/restore', { status: 403, code: 'QUOTA_EXCEEDED' });
  await page.getByRole('button', { name: 'Restore version 3' }).click();
  const dialog = page.getByRole('alertdialog');
  const confirm = dialog.getByRole('button', { name: 'Restore version 3' });
  await confirm.click();
  const alert = dialog.getByRole('alert');
  await alert
    .getByText('The version could not be restored. The service refuses this for the test.')
    .waitFor();
  await alert.getByRole('button', { name: 'Copy request id' }).waitFor();
  expect(await documentOf(service, id)).toEqual(await documentOf(service, id, 5));
  await page.unrouteAll();
  await confirm.click();
  await page.getByText('It is the newest again, as version 6.').waitFor();
});
