import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Point } from '../../../shared/kernel/geometry/polygon.ts';
import { screenshot } from '../support/screenshot.ts';
import { HOSTILE } from './support/changed-video.ts';
import { clipVideo } from './support/clip-video.ts';
import { pictureBox } from './support/drawn-objects.ts';
import { documentOf, editor, retype, showTab } from './support/json-editor.ts';
import { clip, cornersAt, expectOnPoster, tracked } from './support/poster-surface.ts';
import { test } from './support/running-console.ts';
import { threeObjects } from './support/three-objects.ts';

async function open(signedIn: (address: string) => Promise<Page>, id: string): Promise<Page> {
  const page = await signedIn(`/videos/${id}`);
  await page.getByRole('slider', { name: 'Position' }).waitFor();
  return page;
}

test('a surface is marked by four clicks, one corner corrected by dragging, and tracked; a name that is refused keeps them', async ({
  signedIn,
  service,
}) => {
  const id = await clipVideo(service, clip);
  const page = await open(signedIn, id);
  await page.getByRole('button', { name: 'Mark surface' }).click();
  await page.getByRole('heading', { name: 'Mark a surface in frame 0' }).waitFor();
  const { x, y, width, height } = await pictureBox(page);
  const place = (corner: Point) => [x + corner.x * width, y + corner.y * height] as const;
  const [first, ...others] = cornersAt(0);
  if (first === undefined) throw new Error('There are no corners');
  const beside = { x: first.x - 0.1, y: first.y - 0.1 };
  await page.mouse.click(...place(beside));
  await page.getByText('one after the other around it: 3 left.').waitFor();
  for (const corner of others) await page.mouse.click(...place(corner));
  await page.getByRole('button', { name: /^Corner 4: / }).waitFor();
  // With the last corner the magnifier has done its work, and is there again while one is dragged.
  const magnifier = page.locator('canvas[data-side]');
  expect(await magnifier.count()).toBe(0);
  await page.mouse.move(...place(beside));
  expect(await magnifier.count()).toBe(0);
  await page.mouse.down();
  await page.mouse.move(...place({ x: first.x - 0.05, y: first.y }));
  await page.mouse.move(...place(first));
  await magnifier.waitFor();
  await page.mouse.up();
  const name = page.getByLabel('Name', { exact: true });
  await name.fill(HOSTILE);
  await page.getByRole('button', { name: 'Track surface' }).click();
  await page.getByText('without control characters').waitFor();
  const seen = HOSTILE.replace('\u202E', '');
  await name.fill(seen);
  await page.getByRole('button', { name: 'Track surface' }).click();
  await page.getByRole('heading', { level: 3 }).filter({ hasText: seen }).waitFor();
  expectOnPoster(await tracked(service, page, id));
});

test('a surface can be marked once there is a picture to mark it in', { tags: 'long' }, async ({
  signedIn,
  service,
}) => {
  const id = await clipVideo(service, clip);
  const page = await signedIn('/videos');
  const answered = Promise.withResolvers<void>();
  await page.route('**/frames', async (route) => {
    await answered.promise;
    await route.continue();
  });
  await page.goto(`${service.origin}/videos/${id}`);
  const mark = page.getByRole('button', { name: 'Mark surface' });
  await mark.waitFor();
  expect(await mark.isDisabled()).toBe(true);
  answered.resolve();
  await mark.click();
  await page.getByRole('heading', { name: 'Mark a surface in frame 0' }).waitFor();
});

test('who leaves the page or signs out with corners placed is asked once, whatever else is not saved', {
  tags: 'long',
}, async ({ signedIn, service }) => {
  const id = await clipVideo(service, clip);
  const page = await open(signedIn, id);
  const leave = () => page.getByRole('link', { name: 'API keys' }).click();
  const question = page.getByRole('alertdialog', { name: 'Leave while a surface is being marked?' });
  await page.keyboard.press('s');
  const { x, y, width, height } = await pictureBox(page);
  for (const fraction of [0.3, 0.6]) {
    await page.mouse.click(x + fraction * width, y + 0.3 * height);
    await page.getByText(fraction === 0.3 ? '3 left.' : '2 left.').waitFor();
    await leave();
    await question
      .getByText(
        fraction === 0.3 ? 'The corner that you placed is lost.' : 'The corners that you placed are lost.',
      )
      .waitFor();
    await question.getByRole('button', { name: 'Cancel' }).click();
    // While it fades it covers the picture and takes its clicks.
    await question.waitFor({ state: 'detached' });
  }
  await page.getByText('2 left.').waitFor();
  await page.getByRole('navigation').getByRole('button', { name: 'Sign out' }).click();
  const signOut = page.getByRole('alertdialog', { name: 'Sign out and discard unsaved changes?' });
  await signOut.getByText('The corners that you placed are lost.').waitFor();
  await signOut.getByRole('button', { name: 'Cancel' }).click();
  await signOut.waitFor({ state: 'detached' });
  await showTab(page, 'JSON');
  await editor(page).waitFor();
  await retype(page, await documentOf(service, id), { note: 'not saved' });
  await leave();
  await question
    .getByText('The corners that you placed are lost. Your changes to the JSON are not saved. A draft stays')
    .waitFor();
  await question.getByRole('button', { name: 'Leave' }).click();
  await page.getByRole('heading', { level: 1, name: 'API keys' }).waitFor();
});

test('a surface is marked by keyboard alone: corners that cross are refused, the others tracked', {
  tags: 'long',
}, async ({ signedIn, service }) => {
  const id = await clipVideo(service, clip);
  const page = await open(signedIn, id);
  await page.keyboard.press('s');
  const heading = page.getByRole('heading', { name: 'Mark a surface in frame 0' });
  await heading.waitFor();
  expect(await heading.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.press('Tab');
  expect(await page.locator(':focus').innerText()).toBe('Begin with a rectangle');
  await page.keyboard.press('Enter');
  const focused = () => page.locator(':focus').getAttribute('aria-label');
  await expect.poll(focused).toMatch(/^Corner 1: 35.0 percent from the left, 35.0 /);
  await page.keyboard.press('Shift+ArrowRight');
  // Asked for again, the form has what was placed.
  await page.keyboard.press('s');
  await expect.poll(() => heading.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.getByRole('button', { name: /^Corner 1: 36.0 percent from the left, 35.0 / }).waitFor();
  await page.getByLabel('Corner 1, x').focus();
  const corners = cornersAt(0);
  const type = async (points: readonly Point[]) => {
    for (const point of points) {
      for (const fraction of [point.x, point.y]) {
        await page.keyboard.press('Control+a');
        await page.keyboard.type((fraction * 100).toFixed(1));
        await page.keyboard.press('Tab');
      }
    }
  };
  expect(await focused()).toBe('Corner 1, x');
  const [a, b, c, d] = corners;
  if (!a || !b || !c || !d) throw new Error('There are no corners');
  await type([a, c, b, d]);
  await page.getByText(/^The sides cross\./).waitFor();
  await page.keyboard.type('Poster');
  expect(await page.getByRole('button', { name: 'Track surface' }).isDisabled()).toBe(true);
  await page.keyboard.press('Enter');
  await page.getByLabel('Corner 1, x').focus();
  await type(corners);
  await page.getByText(/^The sides cross\./).waitFor({ state: 'detached' });
  // There and back.
  await page.getByRole('button', { name: /^Corner 1: / }).focus();
  for (const key of ['ArrowLeft', 'Shift+ArrowDown', 'ArrowRight', 'Shift+ArrowUp'])
    await page.keyboard.press(key);
  await page.getByLabel('Name', { exact: true }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 3, name: 'Poster' }).waitFor();
  expectOnPoster(await tracked(service, page, id));
});

test('the handles of a small surface leave it to be seen; each moves its corner by as much as it is dragged', {
  tags: 'long',
}, async ({ signedIn, service }) => {
  const id = await clipVideo(service, clip);
  const page = await open(signedIn, id);
  await page.getByRole('button', { name: 'Mark surface' }).click();
  const picture = await pictureBox(page);
  const [left, top, size] = [200, 100, 40];
  const places = [
    [left, top],
    [left + size, top],
    [left + size, top + size],
    [left, top + size],
  ].map(([x = 0, y = 0]) => [picture.x + x, picture.y + y] as const);
  for (const place of places) await page.mouse.click(...place);
  const handle = (corner: number) => page.getByRole('button', { name: new RegExp(`^Corner ${corner}: `) });
  await handle(4).waitFor();
  await screenshot(page, 'surface-small');
  const inset = 3;
  for (const [i, [x, y]] of places.entries()) {
    const [width = 0, height = 0] = await handle(i + 1).evaluate((button) =>
      button instanceof HTMLElement ? [button.offsetWidth, button.offsetHeight] : [],
    );
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(24);
    const disc = await handle(i + 1)
      .locator('span')
      .boundingBox();
    const within = {
      x: x + (x < picture.x + left + size / 2 ? inset : -inset),
      y: y + (y < picture.y + top + size / 2 ? inset : -inset),
    };
    const covers =
      disc !== null &&
      within.x > disc.x &&
      within.x < disc.x + disc.width &&
      within.y > disc.y &&
      within.y < disc.y + disc.height;
    expect(covers).toBe(false);
  }
  const percents = async () =>
    [...((await handle(1).getAttribute('aria-label')) ?? '').matchAll(/[\d.]+(?= percent)/g)].map(Number);
  const [x = 0, y = 0] = await percents();
  const box = await handle(1).boundingBox();
  if (box === null) throw new Error('The handle is not shown');
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  await page.mouse.move(middle.x, middle.y);
  await page.mouse.down();
  await page.mouse.move(middle.x - 50, middle.y - 30);
  await page.mouse.up();
  const moved = [x - (100 * 50) / picture.width, y - (100 * 30) / picture.height];
  await expect.poll(percents).toEqual(moved.map((percent) => expect.closeTo(percent, 0)));
});

test('while a surface is marked the arrow keys select no object and step no frame; asked for again, it keeps the corners that were placed', {
  tags: 'long',
}, async ({ signedIn, service }) => {
  const page = await open(signedIn, await threeObjects(service));
  const mark = page.getByRole('button', { name: 'Mark surface' });
  await mark.click();
  const { x, y, width, height } = await pictureBox(page);
  for (const share of [0.2, 0.4]) await page.mouse.click(x + share * width, y + share * height);
  const left = page.getByText('one after the other around it: 2 left.');
  await left.waitFor();
  await page.getByRole('tab', { name: 'Overlays' }).click();
  await page.keyboard.press('s');
  await left.waitFor();
  await page.getByLabel('Name', { exact: true }).fill('Screen');
  await mark.click();
  const form = page.getByRole('heading', { name: 'Mark a surface in frame 0' });
  await expect.poll(() => form.evaluate((element) => element === document.activeElement)).toBe(true);
  await left.waitFor();
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Screen');

  const selected = page.locator('li [aria-pressed="true"]');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  const frame = page.getByRole('textbox', { name: /^Frame/ });
  expect(await frame.inputValue()).toBe('0');
  await page.keyboard.press('.');
  await expect.poll(() => frame.inputValue()).toBe('1');
  await page.keyboard.press('Escape');
  await form.waitFor({ state: 'detached' });
  expect(await selected.count()).toBe(0);
  await page.keyboard.press('ArrowDown');
  await selected.first().waitFor();
  const tab = page.getByRole('tab', { name: 'Versions' });
  await tab.focus();
  const before = await frame.inputValue();
  for (const name of ['ArrowRight', 'ArrowRight', 'End']) await page.keyboard.press(name);
  expect(await frame.inputValue()).toBe(before);
});
