/** @module-tag long */
import type { Page } from 'playwright-core';
import { PNG } from 'pngjs';
import { expect } from 'vitest';
import { goToFrame, pictureBox } from '../console/support/drawn-objects.ts';
import { documentOf } from '../console/support/json-editor.ts';
import { type RunningConsole, test } from '../console/support/running-console.ts';
import { threeObjects } from '../console/support/three-objects.ts';

interface Overlay {
  id: string;
  position?: { x: number; y: number };
  plugin: { config: Record<string, unknown> };
}

const overlayOf = async (service: RunningConsole, id: string): Promise<Overlay | undefined> =>
  ((await documentOf(service, id)).layers as unknown as { overlays: Overlay[] }[])[0]?.overlays[0];

/** Of a filled shape in the picture: red, on pictures that are grey. */
async function redMiddle(page: Page): Promise<{ x: number; y: number } | null> {
  const { x, y, width, height } = await pictureBox(page);
  const { data, ...shot } = PNG.sync.read(await page.screenshot({ clip: { x, y, width, height } }));
  const [xs, ys]: [number[], number[]] = [[], []];
  for (let i = 0; i < shot.width * shot.height; i++) {
    const [red = 0, green = 0, blue = 0] = data.subarray(4 * i, 4 * i + 3);
    if (red < 200 || green > 60 || blue > 60) continue;
    xs.push((i % shot.width) / shot.width);
    ys.push(Math.floor(i / shot.width) / shot.height);
  }
  if (xs.length === 0) return null;
  const middle = (values: number[]) => (Math.min(...values) + Math.max(...values)) / 2;
  return { x: middle(xs), y: middle(ys) };
}

const near = (x: number, y: number) => ({ x: expect.closeTo(x, 1.5), y: expect.closeTo(y, 1.5) });

test('an overlay is attached to an object, a surface and the picture again, follows them, and says what it is attached to', async ({
  service,
  signedIn,
}) => {
  const id = await threeObjects(service);
  const shape = {
    shape: 'rectangle',
    width: 0.3,
    height: 0.3,
    fill: '#ff0000',
    strokeWidth: 0,
    mine: 'kept',
  };
  const overlays = [
    { id: 'o', name: 'Note', position: { x: 0.3, y: 0.5 }, plugin: { type: 'core:shape', config: shape } },
  ];
  await service.api('PATCH', `/api/videos/${id}/metadata`, { json: { layers: [{ id: 'l', overlays }] } });
  const page = await signedIn(`/videos/${id}?tab=overlays`);
  await page.getByRole('slider', { name: 'Position' }).waitFor();
  const row = page.getByRole('button', { name: /^Note/ });
  // Only the overlay is drawn.
  for (const key of ['n', 'b', 'u']) await page.keyboard.press(key);

  const attachTo = async (option: string) => {
    await row.click();
    await page.getByRole('combobox', { name: 'Attached to' }).click();
    await page.getByRole('option', { name: option }).click();
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByRole('button', { name: 'Save changes' }).waitFor({ state: 'detached' });
    // Its handles would lie over it.
    await row.click();
  };
  await goToFrame(page, 0);
  await expect.poll(() => redMiddle(page)).toEqual(near(0.3, 0.5));

  await attachTo('car (box)');
  expect(await overlayOf(service, id)).toMatchObject({
    plugin: { config: { anchor: { object: 'car', x: 0.5, y: 0.5 }, mine: 'kept' } },
  });
  await row.getByText('on car').waitFor();
  await expect.poll(() => redMiddle(page)).toEqual(near(0.2, 0.25));
  await goToFrame(page, 40);
  await expect.poll(() => redMiddle(page)).toEqual(near(0.6, 0.45));
  // The car is hidden there.
  await goToFrame(page, 60);
  await expect.poll(() => redMiddle(page)).toBeNull();

  await attachTo('Sign (surface)');
  expect((await overlayOf(service, id))?.plugin.config.anchor).toMatchObject({ object: 'sign' });
  await row.getByText('on Sign').waitFor();
  await expect.poll(() => redMiddle(page)).toEqual(near(0.8, 0.75));

  await attachTo('The picture');
  const freed = await overlayOf(service, id);
  expect(freed?.position).toEqual({ x: 0.5, y: 0.5 });
  expect(freed?.plugin.config).not.toHaveProperty('anchor');
  await expect.poll(() => redMiddle(page)).toEqual(near(0.5, 0.5));

  await attachTo('Sign (surface)');
  await service.api('DELETE', `/api/videos/${id}/objects/sign`);
  await page.reload();
  await row.getByText('on an object that is gone').waitFor();
  await row.click();
  expect(await page.getByRole('combobox', { name: 'Attached to' }).innerText()).toContain('sign (not there)');
});

test('a tall image that is attached to a surface starts inside it, on each side', async ({
  service,
  signedIn,
}) => {
  const page = await signedIn(`/videos/${await threeObjects(service)}?tab=overlays`);
  await page.getByRole('slider', { name: 'Position' }).waitFor();
  await page.getByRole('tabpanel').getByRole('button', { name: 'Add' }).click();
  await page.getByRole('menuitem', { name: 'Image' }).click();
  const buffer = PNG.sync.write(new PNG({ width: 20, height: 90 }));
  const choose = page.getByLabel('Picture', { exact: true });
  await choose.setInputFiles({ name: 'tall.png', mimeType: 'image/png', buffer });
  await page.getByLabel('Another picture').waitFor();
  await page.getByRole('combobox', { name: 'Attached to' }).click();
  await page.getByRole('option', { name: 'Sign (surface)' }).click();
  const mover = page.getByRole('button', { name: 'Move Image', exact: true });
  const picture = await pictureBox(page);
  const shares = async () => {
    const { x, y, width, height } = (await mover.boundingBox()) ?? picture;
    const share = (at: number, from: number, length: number) => (at - from) / length;
    return {
      left: share(x, picture.x, picture.width),
      right: share(x + width, picture.x, picture.width),
      top: share(y, picture.y, picture.height),
      bottom: share(y + height, picture.y, picture.height),
    };
  };
  // The sign is in the picture from 70 to 90 % and from 60 to 90 %.
  await expect.poll(async () => (await shares()).left).toBeGreaterThan(0.7);
  const { right, top, bottom } = await shares();
  expect(right).toBeLessThan(0.9);
  expect(top).toBeGreaterThan(0.6);
  expect(bottom).toBeLessThan(0.9);
  // As large as fits, with some of the surface to be seen around it.
  expect(bottom - top).toBeCloseTo(0.8 * 0.3, 1);
});
