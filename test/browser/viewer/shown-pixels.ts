import type { Page } from 'playwright-core';
import { PNG } from 'pngjs';
import { viewArea } from '../../../console/viewer/view-area.ts';
import type { MadeClip } from './numbered-clips.ts';
import { HOST } from './viewer-site.ts';

type Colour = 'red' | 'green' | 'blue' | 'yellow' | 'grey';

/** What the eye sees, by places of the picture. */
interface ShownPixels {
  /** Red, green and blue, 0 to 255. */
  pixelAt(x: number, y: number): readonly [number, number, number];
  /** The colour at a place, fractions of the picture; the pictures of clips are grey. */
  colourAt(x: number, y: number): Colour;
  /** The smallest box around all pixels of a colour, fractions of the picture; null where there is none. */
  extentOf(colour: Colour): { left: number; top: number; right: number; bottom: number } | null;
}

export async function shownPixels(page: Page, { size }: MadeClip): Promise<ShownPixels> {
  const shot = PNG.sync.read(await page.screenshot({ clip: { x: 0, y: 0, ...HOST } }));
  const area = viewArea(size, HOST);
  const pixel = (x: number, y: number): [number, number, number] => {
    const at = (Math.floor(y) * shot.width + Math.floor(x)) * 4;
    const [red = 0, green = 0, blue = 0] = shot.data.subarray(at, at + 3);
    return [red, green, blue];
  };
  const colour = (x: number, y: number): Colour => {
    const [red, green, blue] = pixel(x, y);
    if (Math.max(red, green, blue) - Math.min(red, green, blue) < 60) return 'grey';
    if (red > 150 && green > 150) return 'yellow';
    return red > green && red > blue ? 'red' : green > blue ? 'green' : 'blue';
  };
  return {
    pixelAt: (x, y) => pixel(area.x + x * area.width, area.y + y * area.height),
    colourAt: (x, y) => colour(area.x + x * area.width, area.y + y * area.height),
    extentOf(wanted) {
      const [xs, ys]: [number[], number[]] = [[], []];
      for (let y = area.y; y < area.y + area.height; y++) {
        for (let x = area.x; x < area.x + area.width; x++) {
          if (colour(x, y) !== wanted) continue;
          xs.push((x - area.x) / area.width);
          ys.push((y - area.y) / area.height);
        }
      }
      return xs.length === 0
        ? null
        : { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
    },
  };
}
