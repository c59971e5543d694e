import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { SNIFF_BYTES } from '../../../shared/media/headers/sniff-container.ts';
import { eventually, settled, type VideoBody } from '../../support/service/api.ts';
import { shapesClip } from './support/clip-video.ts';
import { type RunningConsole, test } from './support/running-console.ts';
import {
  brokenFile,
  chooseFile,
  dropFile,
  enlarged,
  holdPartsAfter,
  isPart,
  movieLast,
  THREE_PARTS,
  tray,
} from './support/upload-pages.ts';

const clip = await shapesClip();
const file = enlarged(clip, THREE_PARTS);

/** The parts that the page begins to send from now on. */
function watchParts(page: Page): () => number {
  let sent = 0;
  page.on('request', (request) => {
    if (isPart(request)) sent++;
  });
  return () => sent;
}

const videoNamed = async ({ api }: RunningConsole, name: string): Promise<VideoBody | undefined> =>
  (await api<{ videos: VideoBody[] }>('GET', '/api/videos')).body.videos.find((video) => video.name === name);

/** Drops the file and waits until one part of it has arrived; the others are held back. */
async function beginUpload(page: Page, service: RunningConsole, name: string): Promise<string> {
  await holdPartsAfter(page, 1);
  const arrived = page.waitForResponse((response) => isPart(response.request()));
  await dropFile(page, name, file);
  await arrived;
  const id = (await videoNamed(service, name))?.id ?? '';
  await eventually(
    async () =>
      (await service.api<{ parts: unknown[] }>('GET', `/api/videos/${id}/upload`)).body.parts.length,
    (count) => count === 1,
  );
  return id;
}

// Each sends and reads files of 17 MiB.
describe('uploads', { timeout: 90_000 }, () => {
  test('a finished one leads to its video, whose tabs fade out on a phone where more of them follow', {
    tags: 'long',
  }, async ({ signedIn }) => {
    const page = await signedIn('/videos', { viewport: { width: 360, height: 800 } });
    await dropFile(page, 'finished.mp4', Buffer.from(clip));
    await tray(page).getByText('1 file uploaded').waitFor();
    await tray(page).getByRole('button', { name: 'Show uploads' }).click();
    await tray(page).getByRole('link', { name: 'finished.mp4' }).click();
    await page.waitForURL(/\/videos\/[\da-f-]+/);
    const tabs = page.getByRole('tablist').first();
    await tabs.waitFor();
    /** How much of the beginning and the end is seen. */
    const seen = () =>
      tabs.evaluate((list) =>
        ['--before', '--after'].map((edge) => getComputedStyle(list).getPropertyValue(edge)),
      );
    await expect.poll(seen).toEqual(['1', '0']);
    await tabs.evaluate((list) => list.scrollTo({ left: list.scrollWidth }));
    await expect.poll(seen).toEqual(['0', '1']);
  });

  test('one that turns out to be unusable is reported in the tray, with the reason and a link to where it can be deleted', {
    tags: 'long',
  }, async ({ service, signedIn }) => {
    const page = await signedIn('/videos');
    await dropFile(page, 'cut off.mp4', brokenFile());
    await tray(page).getByText('1 file cannot be used').waitFor();
    const { id = '' } = (await videoNamed(service, 'cut off.mp4')) ?? {};
    const { failure } = await settled(service.api, id);
    await tray(page)
      .getByText(`This file cannot be used. ${failure?.message ?? 'no reason'}`)
      .waitFor();
    await tray(page).getByRole('link', { name: 'cut off.mp4' }).click();
    await page.getByRole('heading', { name: 'This file cannot be used' }).waitFor();
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Upload another file' }).click();
    await (await chooser).setFiles({ name: 'whole.mp4', mimeType: 'video/mp4', buffer: Buffer.from(clip) });
    await tray(page)
      .getByText(/, ready$/)
      .waitFor();
    await page.getByRole('button', { name: 'Delete video' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Delete this video?' });
    await dialog.getByText('cut off.mp4').waitFor();
    await dialog.getByRole('button', { name: 'Delete video' }).click();
    await page.waitForURL(/\/videos$/);
    expect((await service.api('GET', `/api/videos/${id}`)).status).toBe(404);
  });

  test('a file that its header at the end has refused asks nothing of the service; the same video unencrypted is sent', {
    tags: 'long',
  }, async ({ signedIn }) => {
    const video = movieLast(clip);
    expect(video.lastIndexOf('moov')).toBeGreaterThan(SNIFF_BYTES);
    const encrypted = Buffer.from(video);
    encrypted.write('encv', video.lastIndexOf('avc1'));
    const page = await signedIn('/videos');
    await page.waitForLoadState('networkidle');
    const requests: string[] = [];
    page.on('request', (request) => requests.push(`${request.method()} ${new URL(request.url()).pathname}`));
    await dropFile(page, 'encrypted.mp4', encrypted);
    await tray(page).getByText('The video is encrypted. Upload it without copy protection.').waitFor();
    expect(requests).toEqual([]);
    await dropFile(page, 'free.mp4', video);
    await tray(page).getByText('1 of 2 files cannot be used').waitFor();
    await tray(page).getByRole('link', { name: 'free.mp4' }).waitFor();
    expect(requests.filter((request) => request.startsWith('PUT'))).toHaveLength(1);
  });

  test('a dropped file is interrupted, and after a reload the rest of it is sent', async ({
    service,
    signedIn,
  }) => {
    const name = 'interrupted \u{1F3AC}.mp4';
    const page = await signedIn('/videos');
    const id = await beginUpload(page, service, name);

    // The tray goes along to other pages.
    await page.getByRole('link', { name: 'API keys' }).click();
    await page.getByRole('heading', { level: 1, name: 'API keys' }).waitFor();
    await tray(page).getByText('Uploading 1 file').waitFor();
    await page.context().setOffline(true);
    await page.getByText('You are offline.').waitFor();
    await page.context().setOffline(false);

    const asked = page.waitForEvent('dialog');
    const reloaded = page.reload();
    const dialog = await asked;
    expect(dialog.type()).toBe('beforeunload');
    await dialog.accept();
    await reloaded;

    await page.unrouteAll();
    const sent = watchParts(page);
    await tray(page).getByText('Interrupted. Choose the same file again to go on.').waitFor();
    await chooseFile(page, name, file);
    await tray(page).getByText('1 file uploaded').waitFor();
    expect(sent()).toBe(2);
    expect((await settled(service.api, id)).status).toBe('processed');
  });

  test('another file of the same name and size is refused before a byte of it is sent', {
    tags: 'long',
  }, async ({ service, signedIn }) => {
    const name = 'other.mp4';
    const page = await signedIn('/videos');
    const id = await beginUpload(page, service, name);
    page.on('dialog', (dialog) => dialog.accept());
    await page.reload();
    await page.unrouteAll();
    const sent = watchParts(page);
    const other = Buffer.from(file);
    other[THREE_PARTS - 1] = 1;
    await chooseFile(page, name, other);
    await tray(page).getByRole('alert').waitFor();
    expect(await tray(page).getByRole('alert').innerText()).toMatch(/not the one whose upload was begun/);
    expect(sent()).toBe(0);
    await tray(page)
      .getByRole('button', { name: `Give up ${name}` })
      .click();
    await tray(page).waitFor({ state: 'detached' });
    expect((await service.api('GET', `/api/videos/${id}`)).status).toBe(404);
  });

  test('what one tab sends is not sent by a second one', { tags: 'long' }, async ({ service, signedIn }) => {
    const name = 'two tabs.mp4';
    const first = await signedIn('/videos');
    const id = await beginUpload(first, service, name);
    const second = await first.context().newPage();
    await second.goto(`${service.origin}/videos`);
    const sent = watchParts(second);
    await chooseFile(second, name, file);
    await tray(second).getByText('Another tab is sending this file').waitFor();
    expect(sent()).toBe(0);
    await tray(first)
      .getByRole('button', { name: `Give up ${name}` })
      .click();
    await tray(first).waitFor({ state: 'detached' });
    expect((await service.api('GET', `/api/videos/${id}`)).status).toBe(404);
  });

  test('a file for which the account has no open upload left waits, and goes on when one ends', {
    tags: 'long',
  }, async ({ service, signedIn }) => {
    const open: string[] = [];
    const announce = () =>
      service.api<{ id: string }>('POST', '/api/videos/upload', { json: { fileName: 'a.mp4', fileSize: 9 } });
    for (let answer = await announce(); answer.status === 201; answer = await announce())
      open.push(answer.body.id);
    const page = await signedIn('/videos');
    await page.clock.install();
    const refused = page.waitForResponse((response) => response.status() === 403);
    await dropFile(page, 'last.mp4', Buffer.from(clip));
    await refused;
    await tray(page).getByText('Queued').waitFor();
    await service.api('DELETE', `/api/videos/${open.pop()}`);
    await page.clock.fastForward(10_000);
    await tray(page).getByText('1 file uploaded').waitFor();
    for (const id of open) await service.api('DELETE', `/api/videos/${id}`);
  });

  test('those of another tab end with the session, though the person stays there, and nothing of them is kept', {
    tags: 'long',
  }, async ({ service, signedIn }) => {
    const page = await signedIn('/videos');
    const other = await page.context().newPage();
    await other.addInitScript(() => {
      // A write of that tab between the end of the session and the news of it.
      let name: string | undefined;
      Object.assign(window, {
        noteName: () => {
          name = Object.keys(localStorage).find((key) => key.includes('uploads'));
          return name;
        },
      });
      new BroadcastChannel('vms-session').onmessage = () => localStorage.setItem(name ?? '', 'written');
    });
    await other.goto(`${service.origin}/videos`);
    await other.getByRole('navigation', { name: 'Console' }).waitFor();
    await beginUpload(other, service, 'in another tab.mp4');
    expect(await other.evaluate('noteName()')).toContain('uploads');
    // Who has clicked somewhere is asked before the page goes.
    await other.mouse.click(1, 1);
    other.on('dialog', (dialog) => void dialog.dismiss());
    const ended = other.waitForEvent('requestfailed', isPart);
    await page.getByRole('navigation').getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL(`${service.origin}/`);
    await ended;
    await expect
      .poll(() => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('vms:'))))
      .toEqual([]);
  });
});
