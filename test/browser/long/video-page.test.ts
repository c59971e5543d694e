/** @module-tag long */
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { trackedCars } from '../../support/videos/seed-video.ts';
import { clipVideo, shapesClip } from '../console/support/clip-video.ts';
import { signIn, test } from '../console/support/running-console.ts';
import { threeObjects } from '../console/support/three-objects.ts';

const clip = await shapesClip();

const hasFocus = (element: Locator): Promise<boolean> =>
  element.evaluate((it) => it === document.activeElement);

const press = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('button', { name, exact: true }).focus();
  await page.keyboard.press('Enter');
};

test('a surface is marked by keyboard alone, and the focus is never lost', async ({ service, signedIn }) => {
  const page = await signedIn(`/videos/${await clipVideo(service, clip)}`);
  await page.getByRole('slider', { name: 'Position' }).waitFor();
  await press(page, 'Mark surface');
  const heading = page.getByRole('heading', { name: 'Mark a surface in frame 0' });
  await expect.poll(() => hasFocus(heading)).toBe(true);
  await press(page, 'Begin with a rectangle');
  const corner = page.getByRole('button', { name: /^Corner 1/ });
  await expect.poll(() => hasFocus(corner)).toBe(true);
  await page.keyboard.press('Shift+ArrowLeft');
  await expect.poll(() => page.getByRole('spinbutton', { name: 'Corner 1, x' }).inputValue()).toBe('34');
  await press(page, 'Clear the corners');
  await page.getByText('4 left.').waitFor();
  await press(page, 'Cancel');
  await heading.waitFor({ state: 'detached' });
  expect(await hasFocus(page.getByRole('tabpanel', { name: 'Objects' }))).toBe(true);
});

test('the start of a detection disappears, and the tab that reports it has the focus', async ({
  service,
  signedIn,
}) => {
  const page = await signedIn(`/videos/${await clipVideo(service, clip)}`);
  await press(page, 'Detect objects');
  const panel = page.getByRole('tabpanel', { name: 'Detection' });
  await panel.waitFor();
  await expect.poll(() => hasFocus(panel)).toBe(true);
  await press(page, 'Start detection');
  await page.getByRole('region', { name: 'Latest detection' }).waitFor();
  await expect.poll(() => hasFocus(panel)).toBe(true);
});

test('the line of the frame stands where the lanes have it, also beside a scroll bar', async ({
  service,
  signedIn,
}) => {
  const id = await clipVideo(service, clip, { parts: trackedCars(['car1']) });
  const page = await signedIn(`/videos/${id}?object=car1`);
  const lanes = page.getByRole('region', { name: 'When objects are seen' });
  const lane = lanes.locator('button > [dir="ltr"]');
  await lane.waitFor();
  // Takes the room of a scroll bar, which browsers without a screen do not show.
  await lanes.locator('> div').evaluate((box) => {
    box.style.paddingInlineEnd = '15px';
  });
  const field = page.getByRole('textbox', { name: /^Frame/ });
  await field.fill('19');
  await field.press('Enter');
  const along = async (): Promise<number> => {
    const [track, line] = [
      await lane.boundingBox(),
      await lanes.locator('[aria-hidden] > span').boundingBox(),
    ];
    return track && line ? (line.x - track.x) / track.width : Number.NaN;
  };
  await expect.poll(along).toBeCloseTo(19.5 / 20, 2);
});

test('where fingers press, the controls of the player are in one row of a phone, and the field of the frame has a name', async ({
  service,
  openPage,
}) => {
  const page = await openPage({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await signIn(page, service, `/videos/${await clipVideo(service, clip)}`);
  const middleOf = async (control: Locator): Promise<number> => {
    const box = await control.boundingBox();
    return box ? Math.round(box.y + box.height / 2) : Number.NaN;
  };
  const [play, field, last] = [
    page.getByRole('button', { name: 'Play', exact: true }),
    page.getByRole('textbox', { name: 'Frame, up to 19' }),
    page.getByRole('button', { name: 'Full screen' }),
  ];
  await play.waitFor();
  expect(await page.evaluate(() => matchMedia('(pointer: coarse)').matches)).toBe(true);
  const row = await middleOf(play);
  expect(await middleOf(last)).toBe(row);
  expect(Math.abs((await middleOf(field)) - row)).toBeLessThanOrEqual(1);
});

test('on a phone the selection in a list is scrolled into view, with a way back to its row', async ({
  service,
  signedIn,
}) => {
  const id = await threeObjects(service);
  const layers = [{ id: 'l', name: 'Titles', overlays: [{ id: 't', name: 'Headline' }] }];
  await service.api('PATCH', `/api/videos/${id}/metadata`, { json: { layers } });
  const page = await signedIn(`/videos/${id}`, { viewport: { width: 390, height: 844 } });
  await page.getByRole('slider', { name: 'Position' }).waitFor();
  for (const [tab, name] of [
    ['Objects', 'car'],
    ['Overlays', 'Headline'],
  ] as const) {
    await page.getByRole('tab', { name: tab }).click();
    const row = page
      .getByRole('tabpanel', { name: tab })
      .getByRole('button', { name: new RegExp(`^${name}`) });
    await row.click();
    const heading = page.getByRole('heading', { level: 3, name, exact: true });
    await heading.waitFor();
    const topOf = async (element: Locator) => (await element.boundingBox())?.y ?? Number.NaN;
    const player = await page.locator('canvas').first().boundingBox();
    await expect.poll(() => topOf(heading)).toBeGreaterThan((player?.y ?? 0) + (player?.height ?? 0));
    await expect.poll(() => topOf(heading)).toBeLessThan(700);
    const back = page.getByRole('button', { name: 'Back to the list' });
    await page.keyboard.press('Tab');
    expect(await hasFocus(back)).toBe(true);
    await back.click();
    await expect.poll(() => hasFocus(row)).toBe(true);
    await expect.poll(() => topOf(row)).toBeLessThan(700);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole('button', { name: 'Back to the list' }).waitFor({ state: 'hidden' });
});

test('every tab of a video that was never processed opens without an error in the browser’s console', async ({
  service,
  openPage,
}) => {
  const id = await clipVideo(service, clip);
  const page = await openPage();
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(`${message.text()} ${message.location().url}`);
  });
  await signIn(page, service, `/videos/${id}`);
  await page.getByRole('slider', { name: 'Position' }).waitFor();
  for (const name of ['Overlays', 'Detection', 'JSON', 'Versions', 'Objects']) {
    await page.getByRole('tab', { name }).click();
    await page.getByRole('tabpanel', { name }).waitFor();
  }
  await page.getByRole('heading', { name: 'No objects yet' }).waitFor();
  await page.waitForLoadState('networkidle');
  expect(errors).toEqual([]);
});

test('the details of a video name its ID and what its file is, to be copied', async ({
  service,
  signedIn,
}) => {
  const id = await clipVideo(service, clip);
  const page = await signedIn(`/videos/${id}`);
  await press(page, 'Video details');
  const dialog = page.getByRole('dialog', { name: 'Video details' });
  for (const value of [id, '320 × 180', '10 fps', /^[\d.]+ kB$/, '0:02'])
    await dialog.getByText(value).waitFor();
  const names = await dialog.getByRole('button', { name: /^Copy/ }).all();
  expect(await Promise.all(names.map((button) => button.getAttribute('aria-label')))).toEqual(
    ['ID', 'name', 'duration', 'resolution', 'frame rate', 'file size', 'date'].map((name) => `Copy ${name}`),
  );
  await dialog.getByRole('button', { name: 'Close' }).click();
  await service.api('POST', `/api/videos/${id}/process`);
  await expect
    .poll(async () => (await service.api<{ status: string }>('GET', `/api/videos/${id}/process/status`)).body)
    .toMatchObject({ status: 'completed' });
  await page.reload();
  await press(page, 'Video details');
  await dialog.getByRole('button', { name: 'Copy detector' }).waitFor();
});
