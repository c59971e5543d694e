/** @module-tag long */
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { marked, surfaceClip, swinging } from '../../support/clips/surface-clip.ts';
import { trackedCars } from '../../support/videos/seed-video.ts';
import { clipVideo, shapesClip } from '../console/support/clip-video.ts';
import { type RunningConsole, signIn, test } from '../console/support/running-console.ts';
import { brokenFile, dropFile, holdPartsAfter, tray } from '../console/support/upload-pages.ts';
import { screenshot } from '../support/screenshot.ts';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const;

const clip = await shapesClip();

const ids = (count: number): string[] => Array.from({ length: count }, (_, i) => `car${i}`);

const withCars = (service: RunningConsole, count: number): Promise<string> =>
  clipVideo(service, clip, { parts: trackedCars(ids(count)) });

const lanesOf = (page: Page): Locator => page.getByRole('region', { name: 'When objects are seen' });

const boxOf = async (element: Locator) => {
  const box = await element.boundingBox();
  if (box === null) throw new Error('It is not shown');
  return { ...box, bottom: box.y + box.height };
};

/** Where the player ends, which stays in view, and the bar at the bottom begins: the page is visible between them. */
async function window(page: Page): Promise<{ from: number; to: number }> {
  const player = await boxOf(page.locator('[data-stays-in-view]'));
  const bar = await boxOf(page.getByRole('navigation', { name: 'Console' }));
  return { from: player.bottom, to: bar.y };
}

/** It begins within the first 80 pixels below the player, which is at the top of the window. */
async function expectBelowPlayer(page: Page, element: Locator): Promise<void> {
  await element.waitFor();
  await expect
    .poll(async () => {
      const { from } = await window(page);
      const { y } = await boxOf(element);
      return from < 420 && y >= from && y < from + 80;
    })
    .toBe(true);
}

test.for([1, 12, 60])(
  'with %i objects a phone shows a player, lanes and the list at once',
  async (count, { service, openPage }) => {
    const page = await openPage(PHONE);
    await signIn(page, service, `/videos/${await withCars(service, count)}`);
    await lanesOf(page).getByRole('button').first().waitFor();
    expect((await boxOf(lanesOf(page))).height).toBeLessThan(70);
    const row = page.getByRole('tabpanel', { name: 'Objects' }).getByRole('listitem').first();
    expect((await boxOf(row)).bottom).toBeLessThan((await window(page)).to);
  },
);

test('on a phone the tab that is opened comes to below the player, whatever is in it', async ({
  service,
  openPage,
}) => {
  const page = await openPage(PHONE);
  await signIn(page, service, `/videos/${await withCars(service, 60)}`);
  await lanesOf(page).getByRole('button').first().waitFor();
  for (const name of ['Overlays', 'Detection', 'JSON', 'Versions', 'Objects']) {
    await page.evaluate(() => scrollTo(0, 0));
    await page.getByRole('tab', { name }).click();
    await expectBelowPlayer(page, page.getByRole('tab', { name }));
  }
});

test('on a phone an object selected by its lane is in view, and what follows a surface again', async ({
  service,
  openPage,
}) => {
  const page = await openPage(PHONE);
  await signIn(page, service, `/videos/${await withCars(service, 12)}`);
  await lanesOf(page).getByRole('button').nth(1).click();
  await expectBelowPlayer(page, page.getByRole('button', { name: 'Back to the list' }));
  await screenshot(page, 'phone-chosen-by-lane');

  const surface = {
    kind: 'surface',
    label: 'surface',
    confidence: 1,
    frameCount: 1,
    customData: {},
  } as const;
  const poster = { ...surface, id: 'old', userLabel: 'Poster', firstFrame: 0, lastFrame: 0, tracked: false };
  const corners = marked(swinging(0));
  const cars = trackedCars(ids(12));
  const id = await clipVideo(service, new Uint8Array(await readFile(await surfaceClip(13, swinging))), {
    parts: {
      objects: { old: poster, ...cars.objects },
      tracks: { old: [{ frame: 0, time: 0, corners, confidence: 1 }], ...cars.tracks },
    },
  });
  await page.goto(`${service.origin}/videos/${id}?object=old`);
  await page.getByRole('button', { name: 'Track again' }).click();
  await page.getByRole('button', { name: 'Track surface' }).click();
  await page.getByText(/^Confidence in this frame: \d+ %$/).waitFor();
  await expectBelowPlayer(page, page.getByRole('button', { name: 'Back to the list' }));
});

test('on a phone the form that asks for the corners of a surface is seen below the picture that it asks for', async ({
  service,
  openPage,
}) => {
  const page = await openPage(PHONE);
  await signIn(page, service, `/videos/${await withCars(service, 12)}`);
  await page.getByRole('button', { name: 'Mark surface' }).click();
  await expectBelowPlayer(page, page.getByRole('heading', { name: 'Mark a surface in frame 0' }));
});

test('on a phone that lies on its side the player scrolls with the page', async ({ service, openPage }) => {
  const page = await openPage({ ...PHONE, viewport: { width: 844, height: 390 } });
  await signIn(page, service, `/videos/${await withCars(service, 12)}`);
  const row = page.getByRole('tabpanel', { name: 'Objects' }).getByRole('button', { name: /^car/ }).first();
  await row.click();
  const heading = page.getByRole('heading', { level: 3, name: 'car', exact: true });
  await expect.poll(async () => (await boxOf(heading)).y).toBeLessThan(160);
  await expect.poll(async () => (await boxOf(page.locator('[data-stays-in-view]'))).bottom).toBeLessThan(0);
});

test('on a phone the tray of uploads is one line with its progress, which covers nothing, and opens when a file cannot be used', async ({
  service,
  openPage,
}) => {
  const page = await openPage(PHONE);
  page.on('dialog', (dialog) => dialog.accept());
  await signIn(page, service, `/videos/${await withCars(service, 60)}`);
  const list = page.getByRole('tabpanel', { name: 'Objects' });
  await list.waitFor();
  await holdPartsAfter(page, 0);
  await dropFile(page, 'sent.mp4', brokenFile());
  await tray(page).getByText('Uploading 1 file').waitFor();
  await tray(page).getByRole('progressbar', { name: 'All files' }).waitFor();
  expect(await tray(page).getByText('sent.mp4').count()).toBe(0);
  expect((await boxOf(tray(page))).height).toBeLessThan(70);
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  await expect.poll(async () => (await boxOf(list)).bottom).toBeLessThanOrEqual((await boxOf(tray(page))).y);

  await tray(page).getByRole('button', { name: 'Show uploads' }).click();
  await tray(page).getByText('0 B of 16 B').waitFor();
  await expect
    .poll(async () => {
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
      return (await boxOf(list)).bottom <= (await boxOf(tray(page))).y;
    })
    .toBe(true);
  await tray(page).getByRole('button', { name: 'Hide uploads' }).click();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await dropFile(page, 'cut off.mp4', brokenFile());
  const cutOff = tray(page).getByRole('listitem').filter({ hasText: 'cut off.mp4' });
  await cutOff.getByText('This file cannot be used.').waitFor();
});
