import type { Page } from 'playwright-core';
import { PNG } from 'pngjs';
import type { ViewerLayer, ViewerOverlay } from '../../../console/viewer/viewer-document.ts';

export const overlay = (
  id: string,
  type: string,
  config: Record<string, unknown>,
  x = 0.5,
  y = 0.5,
): ViewerOverlay => ({ id, position: { x, y }, plugin: { type, config } });

export const layer = (...overlays: ViewerOverlay[]): ViewerLayer => ({ id: 'layer', overlays });

/** The config of a rectangle of one colour. */
export const filled = (
  fill: string,
  width: number,
  height: number,
  config: Record<string, unknown> = {},
) => ({ shape: 'rectangle', width, height, fill, ...config });

/** A `data:` URL of two columns, green on the left and blue on the right. */
export function twoColumns(width: number, height: number): string {
  const png = new PNG({ width, height });
  for (let i = 0; i < width * height; i++) {
    png.data.set(i % width < width / 2 ? [0, 200, 0, 255] : [0, 0, 255, 255], 4 * i);
  }
  return `data:image/png;base64,${PNG.sync.write(png).toString('base64')}`;
}

/** Counts the pictures that the pages that are opened from now on decode. */
export async function countDecoded(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const decode = window.createImageBitmap.bind(window) as (...parts: unknown[]) => Promise<ImageBitmap>;
    const counted = (...parts: unknown[]) => {
      const { dataset } = document.documentElement;
      dataset.decoded = String(Number(dataset.decoded ?? 0) + 1);
      return decode(...parts);
    };
    Object.assign(window, { createImageBitmap: counted });
  });
  return () => page.evaluate(() => Number(document.documentElement.dataset.decoded ?? 0));
}
