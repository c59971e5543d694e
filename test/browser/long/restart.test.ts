/** @module-tag long */
import { expect, vi } from 'vitest';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { clipVideo, shapesClip } from '../console/support/clip-video.ts';
import { goToFrame } from '../console/support/drawn-objects.ts';
import { signIn, test } from '../console/support/running-console.ts';
import { portOf, serveConsole } from '../console/support/served-console.ts';
import { dropFile, tray } from '../console/support/upload-pages.ts';

// The service is started twice, as a process.
vi.setConfig({ testTimeout: 180_000 });

const clip = await shapesClip();

test('a tab that is open goes on after a restart: signed in, with its videos, uploads and a token that ends', async ({
  page,
}) => {
  using folder = temporaryFolder();
  await using first = await serveConsole(folder.path);
  const id = await clipVideo(first, clip, { name: 'Before the restart' });
  await page.clock.install();
  await signIn(page, first, '/keys');
  await page.goto(`${first.origin}/account`);
  await page.goto(`${first.origin}/videos`);
  const video = page.getByRole('link', { name: 'Before the restart' });
  await video.waitFor();
  await page.evaluate(() => Object.assign(window, { isSame: true }));
  const addresses: string[] = [];
  page.on('framenavigated', (frame) => addresses.push(new URL(frame.url()).pathname));
  await first[Symbol.asyncDispose]();

  await using second = await serveConsole(folder.path, portOf(first));
  await video.click();
  const position = page.getByRole('slider', { name: 'Position' });
  await position.waitFor();
  await goToFrame(page, 15);
  await expect.poll(() => position.inputValue()).toBe('15');

  await page.getByRole('link', { name: 'Videos', exact: true }).first().click();
  await dropFile(page, 'after.mp4', Buffer.from(clip));
  await tray(page).getByText('1 file uploaded').waitFor();
  const pictures = page.getByRole('listitem').locator('img');
  await expect
    .poll(() => pictures.evaluateAll((all) => all.map((it) => (it as HTMLImageElement).naturalWidth > 0)))
    .toEqual([true, true]);

  const renewed = page.waitForResponse((answer) => answer.url().endsWith('/oidc/token'));
  await page.clock.fastForward('16:00');
  await page.getByRole('link', { name: 'Account' }).click();
  expect((await renewed).status()).toBe(200);
  await page.getByRole('definition').getByText('unlimited').waitFor();

  expect(await page.evaluate(() => Reflect.get(window, 'isSame'))).toBe(true);
  expect(addresses).toEqual([`/videos/${id}`, '/videos', '/account']);
  expect((await second.api('GET', `/api/videos/${id}`)).status).toBe(200);
});
