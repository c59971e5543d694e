import type { Page } from 'playwright-core';
import { PNG } from 'pngjs';
import { objectColour } from '../../../../console/viewer/object-colour.ts';

/** Where the picture is on the page. */
export async function pictureBox(page: Page) {
  const box = await page.locator('canvas').first().boundingBox();
  if (!box) throw new Error('The picture is not in view');
  return box;
}

/** Goes to a frame by the field for its number. */
export async function goToFrame(page: Page, frame: number): Promise<void> {
  await page.getByRole('textbox', { name: /^Frame/ }).fill(String(frame));
  await page.keyboard.press('Enter');
}

/** Of three channels of 255 together; the outline's colour next to it is mixed at the edges. */
const NEAR = 24;

/**
 * The smallest box around all pixels of an object's colour on a grey picture, percent of the picture; null where there are none.
 * Tags have that colour, too: labels must be off.
 */
export async function drawnBox(
  page: Page,
  id: string,
): Promise<Record<'x' | 'y' | 'right' | 'bottom', number> | null> {
  const box = await pictureBox(page);
  const shot = PNG.sync.read(await page.screenshot({ clip: box }));
  const [red = 0, green = 0, blue = 0] = Buffer.from(objectColour(id).slice(1), 'hex');
  const [xs, ys]: [number[], number[]] = [[], []];
  for (let i = 0; i < shot.width * shot.height; i++) {
    const [r = 0, g = 0, b = 0] = shot.data.subarray(4 * i, 4 * i + 3);
    if (Math.abs(r - red) + Math.abs(g - green) + Math.abs(b - blue) > NEAR) continue;
    xs.push(i % shot.width);
    ys.push(Math.floor(i / shot.width));
  }
  if (xs.length === 0) return null;
  const percent = (values: number[], pick: (...values: number[]) => number, length: number): number =>
    Math.round((pick(...values) / length) * 100);
  return {
    x: percent(xs, Math.min, shot.width),
    y: percent(ys, Math.min, shot.height),
    right: percent(xs, Math.max, shot.width),
    bottom: percent(ys, Math.max, shot.height),
  };
}
