import type { Box } from '../../kernel/geometry/box.ts';
import { summedArea } from '../picture/summed-area.ts';
import type { Plane } from './luma-pyramid.ts';

/** Pixels of the fine level along a side of the patches that are compared, and of what surrounds them. Odd. */
const PATCH = 3;
const SURROUNDINGS = 9;
const MARGIN = (SURROUNDINGS - PATCH) / 2;

/** Standard deviation of normal noise over the median of its absolute values. */
const SIGMA_PER_MEDIAN = 1.4826;
/** Bins of a level in which the median is counted. */
const BINS_PER_LEVEL = 16;

/** How much a scene differs between two pictures, in levels of luma (0–255). */
export interface SceneChange {
  /** Of the patch that has changed most. */
  readonly greatest: number;
  /** The standard deviation by which patches differ in which nothing has happened: the noise of camera and codec. */
  readonly noise: number;
  /**
   * Of the patch that has changed most among those that touch a box; 0 where none does.
   * @param box pixels of the pictures
   */
  readonly within: (box: Box) => number;
}

/**
 * Compares two pictures patch by patch: how much the mean of each patch has changed, less the change of its surroundings. So a
 * change of the light counts little, noise is averaged away, and a small object counts as much as a large one. The noise
 * follows from the median over all patches, which what happens in less than half of the picture does not disturb.
 * @param earlier of the same size
 */
export function sceneChange(earlier: Plane, later: Plane): SceneChange {
  const { width, height } = later;
  const changes = patchChanges(earlier, later);
  const across = Math.max(0, width - PATCH + 1);
  const histogram = new Uint32Array(256 * BINS_PER_LEVEL + 1);
  let greatest = 0;
  for (let i = 0; i < changes.length; i++) {
    const change = changes[i] as number;
    if (change > greatest) greatest = change;
    const bin = Math.min(histogram.length - 1, Math.floor(change * BINS_PER_LEVEL));
    histogram[bin] = (histogram[bin] as number) + 1;
  }
  const within = (box: Box): number => {
    const [right, bottom] = [box.x + box.width, box.y + box.height];
    let most = 0;
    for (let y = Math.max(0, Math.floor(box.y) - PATCH + 1); y < bottom && y + PATCH <= height; y++)
      for (let x = Math.max(0, Math.floor(box.x) - PATCH + 1); x < right && x < across; x++)
        most = Math.max(most, changes[y * across + x] as number);
    return most;
  };
  const noise = (SIGMA_PER_MEDIAN * medianBin(histogram, changes.length)) / BINS_PER_LEVEL;
  return { greatest, noise, within };
}

/** How much each patch has changed, less its surroundings; row-major, by the first pixel of the patch. */
function patchChanges(earlier: Plane, later: Plane): Float64Array {
  const { width, height } = later;
  const difference = new Float64Array(width * height);
  for (let i = 0; i < difference.length; i++)
    difference[i] = (later.data[i] as number) - (earlier.data[i] as number);
  const sum = summedArea(difference, width, height);
  const hasSurroundings = width >= SURROUNDINGS && height >= SURROUNDINGS;
  const across = Math.max(0, width - PATCH + 1);
  const down = Math.max(0, height - PATCH + 1);
  const changes = new Float64Array(across * down);
  for (let y = 0, i = 0; y < down; y++) {
    // At the border of the picture the surroundings lie to one side of the patch.
    const top = Math.min(Math.max(0, y - MARGIN), height - SURROUNDINGS);
    for (let x = 0; x < across; x++, i++) {
      const left = Math.min(Math.max(0, x - MARGIN), width - SURROUNDINGS);
      const around = hasSurroundings ? sum(left, top, SURROUNDINGS) / SURROUNDINGS ** 2 : 0;
      changes[i] = Math.abs(sum(x, y, PATCH) / PATCH ** 2 - around);
    }
  }
  return changes;
}

function medianBin(histogram: Uint32Array, count: number): number {
  let seen = 0;
  let bin = 0;
  while (bin < histogram.length - 1) {
    seen += histogram[bin] as number;
    if (2 * seen >= count) break;
    bin++;
  }
  return bin;
}
