/** @module-tag long */
import { expect } from 'vitest';
import { fileForm, settled } from '../../support/service/api.ts';
import { seedVideo } from '../../support/videos/seed-video.ts';
import { test } from '../console/support/running-console.ts';
import { brokenFile, dropFile, holdPartsAfter, tray } from '../console/support/upload-pages.ts';

const HOSTILE = '<script>alert(1)</script> \u05E9\u05DC\u05D5\u05DD \u{1F3AC}';

test('a deletion names the video, begins at Cancel, and by keyboard comes back to the list', async ({
  service,
  signedIn,
}) => {
  const id = await seedVideo(service, { name: `Delete ${HOSTILE}` });
  const page = await signedIn('/videos');
  await page.getByRole('link', { name: `Delete ${HOSTILE}` }).focus();
  await page.keyboard.press('Delete');
  const dialog = page.getByRole('alertdialog', { name: 'Delete this video?' });
  await dialog.getByText(`Delete ${HOSTILE}`).waitFor();
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Cancel');
  await dialog.getByRole('button', { name: 'Delete video' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('link', { name: `Delete ${HOSTILE}` }).waitFor({ state: 'detached' });
  expect((await service.api('GET', `/api/videos/${id}`)).status).toBe(404);
});

test('a file that cannot be used is shown as failed, with the reason', async ({ service, signedIn }) => {
  const form = fileForm(brokenFile(), 'Broken.mp4');
  const { body } = await service.api<{ id: string }>('POST', '/api/videos/upload', { form });
  const { failure } = await settled(service.api, body.id);
  const page = await signedIn('/videos?status=failed');
  const item = page.getByRole('listitem').filter({ hasText: 'Broken.mp4' });
  await item.getByText('Failed', { exact: true }).waitFor();
  await item.getByText(failure?.message ?? 'no reason').waitFor();
});

test('the reason is shown for a file whose page was open during its upload', async ({
  service,
  signedIn,
}) => {
  const page = await signedIn('/videos');
  const onItsWay = Promise.withResolvers<void>();
  await page.route(
    (url) => url.searchParams.has('partNumber'),
    async (route) => {
      await onItsWay.promise;
      await route.continue();
    },
  );
  await dropFile(page, 'Late.mp4', brokenFile());
  await page.getByRole('main').getByRole('link', { name: 'Late.mp4' }).click();
  await page.getByRole('heading', { name: 'Still uploading' }).waitFor();
  const [, id = ''] = /videos\/([\da-f-]+)/.exec(page.url()) ?? [];
  await page.getByRole('main').getByRole('link', { name: 'Videos' }).click();
  onItsWay.resolve();
  const { failure } = await settled(service.api, id);
  for (const place of [page.getByRole('main'), tray(page)])
    await place
      .getByRole('listitem')
      .filter({ hasText: 'Late.mp4' })
      .getByText(failure?.message ?? 'no reason')
      .waitFor();
});

test('whatever is below the tray of uploads can be scrolled to above it', async ({ service, signedIn }) => {
  for (let i = 0; i < 9; i++) await seedVideo(service, { name: `Quay ${i}` });
  const page = await signedIn('/videos?q=quay');
  page.on('dialog', (dialog) => dialog.accept());
  const last = page.getByRole('main').getByRole('listitem').filter({ hasText: /Quay/ }).last();
  await last.waitFor();
  await holdPartsAfter(page, 0);
  for (const name of ['one.mp4', 'two.mp4', 'three.mp4', 'four.mp4'])
    await dropFile(page, name, brokenFile());
  await tray(page).getByText('Uploading 4 files').waitFor();
  const gap = async () => {
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    const [item, above] = await Promise.all([last.boundingBox(), tray(page).boundingBox()]);
    return item && above ? above.y - item.y - item.height : null;
  };
  await expect.poll(gap).toBeGreaterThanOrEqual(0);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('search, page and view of the list are in the address, and come back with a reload', async ({
  service,
  signedIn,
}) => {
  for (let i = 0; i < 26; i++) await seedVideo(service, { name: `Harbour ${i}` });
  await seedVideo(service, { name: `Search ${HOSTILE}` });
  const page = await signedIn('/videos?q=harbour');
  await page.getByText('1–24 of 26').waitFor();
  await page.getByRole('link', { name: 'Next' }).click();
  await page.getByText('25–26 of 26').waitFor();
  expect(new URL(page.url()).searchParams.get('page')).toBe('2');

  await page.getByRole('searchbox').fill('search <SCRIPT>');
  const found = page.getByRole('link', { name: `Search ${HOSTILE}` });
  await found.waitFor();
  await page.getByRole('button', { name: 'List' }).click();
  await expect.poll(() => new URL(page.url()).searchParams.get('view')).toBe('list');
  await page.reload();
  await found.waitFor();
  expect(await page.getByRole('searchbox').inputValue()).toBe('search <SCRIPT>');
});

test('arrow keys go to the first video from anywhere on the page, from there on, and leave the search alone', async ({
  service,
  signedIn,
}) => {
  for (const name of ['Pier one', 'Pier two']) await seedVideo(service, { name });
  const page = await signedIn('/videos?q=pier');
  const links = page.getByRole('listitem').getByRole('link', { name: /^Pier/ });
  await expect.poll(() => links.count()).toBe(2);
  const names = await links.allInnerTexts();
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  await page.keyboard.press('ArrowDown');
  expect(await focused()).toBe(names[0]);
  await page.keyboard.press('ArrowDown');
  expect(await focused()).toBe(names[1]);
  await page.keyboard.press('ArrowDown');
  expect(await focused()).toBe(names[1]);
  await page.getByRole('searchbox').focus();
  await page.keyboard.press('ArrowDown');
  expect(await focused()).toBe('');
});

test('a page that is not there, or whose last video is deleted, gives way to the last one', async ({
  service,
  signedIn,
}) => {
  for (let i = 0; i < 25; i++) await seedVideo(service, { name: `Mooring ${i}` });
  const page = await signedIn('/videos?q=mooring&page=999');
  await page.getByText('25–25 of 25').waitFor();
  expect(new URL(page.url()).searchParams.get('page')).toBe('2');
  await page.getByRole('link', { name: /^Mooring/ }).focus();
  await page.keyboard.press('Delete');
  await page.getByRole('button', { name: 'Delete video' }).click();
  await expect.poll(() => page.getByRole('link', { name: /^Mooring/ }).count()).toBe(24);
  expect(new URL(page.url()).searchParams.get('page')).not.toBe('2');
});
