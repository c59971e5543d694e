import type { Page } from 'playwright-core';
import { PNG } from 'pngjs';
import { viewArea } from '../../../console/viewer/view-area.ts';
import type { BoxKeyframe, ViewerObject } from '../../../console/viewer/viewer-document.ts';
import type { MadeClip } from './numbered-clips.ts';
import { HOST } from './viewer-site.ts';

/** The cells in which a frame shows its number: four by four bits, the most significant first. */
const CELLS = 4;

/** The places of the marker: columns in each row of cells, so near its upper edge that no cell's middle is covered. */
const COLUMNS = 24;

/** The columns leave a margin of this many to both sides. */
const MARGIN = 1;

/** An object whose box encodes the frame in its position; a keyframe for every frame. */
export function marker(
  frames: number,
): Omit<ViewerObject, 'track'> & { readonly track: readonly BoxKeyframe[] } {
  const track = [...Array(frames).keys()].map((frame) => ({
    frame,
    x: (MARGIN + (frame % COLUMNS)) / (COLUMNS + 2 * MARGIN),
    y: Math.floor(frame / COLUMNS) / CELLS + 0.03,
    width: 0.02,
    height: 0.02,
  }));
  return { id: 'marker', kind: 'box', label: 'marker', userLabel: null, track };
}

interface ShownFrame {
  /** The number that the picture shows. */
  readonly picture: number;
  /** The frame whose marker is drawn; null: none. */
  readonly mark: number | null;
}

/**
 * What the eye sees: read from a screenshot of the viewer.
 * @param box where the viewer is on the page
 */
export async function shownFrame(
  page: Page,
  { size }: Pick<MadeClip, 'size'>,
  turned: boolean,
  box: Readonly<Record<'x' | 'y' | 'width' | 'height', number>> = { x: 0, y: 0, ...HOST },
): Promise<ShownFrame> {
  const shot = PNG.sync.read(await page.screenshot({ clip: box }));
  const area = viewArea(size, box);
  const pixel = (x: number, y: number): readonly number[] => {
    const at = (Math.floor(y) * shot.width + Math.floor(x)) * 4;
    return [...shot.data.subarray(at, at + 3)];
  };
  let picture = 0;
  for (let cell = 0; cell < CELLS ** 2; cell++) {
    const [across, down] = [((cell % CELLS) + 0.5) / CELLS, (Math.floor(cell / CELLS) + 0.5) / CELLS];
    const [x, y] = turned ? [1 - down, across] : [across, down];
    const [red = 0] = pixel(area.x + x * area.width, area.y + y * area.height);
    picture = picture * 2 + (red > 128 ? 1 : 0);
  }
  return { picture, mark: markerFrame(pixel, area) };
}

function markerFrame(
  pixel: (x: number, y: number) => readonly number[],
  area: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
): number | null {
  const [xs, ys]: [number[], number[]] = [[], []];
  for (let y = area.y; y < area.y + area.height; y++) {
    for (let x = area.x; x < area.x + area.width; x++) {
      const channels = pixel(x, y);
      // Pictures are grey; only marks have colour.
      if (Math.max(...channels) - Math.min(...channels) < 60) continue;
      xs.push((x + 0.5 - area.x) / area.width);
      ys.push((y + 0.5 - area.y) / area.height);
    }
  }
  if (xs.length === 0) return null;
  const middle = (values: number[]): number => (Math.min(...values) + Math.max(...values)) / 2;
  const column = (middle(xs) - 0.01) * (COLUMNS + 2 * MARGIN) - MARGIN;
  const row = (middle(ys) - 0.04) * CELLS;
  // No minus zero.
  return Math.round(row) * COLUMNS + Math.round(column) + 0;
}
