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
}

/**
 * Compares two pictures patch by patch: how much the mean of each patch has changed, less the change of its surroundings. So a
 * change of the light counts little, noise is averaged away, and a small object counts as much as a large one. The noise
 * follows from the median over all patches, which what happens in less than half of the picture does not disturb.
 * @param earlier of the same size
 */
export function sceneChange(earlier: Plane, later: Plane): SceneChange {
  const { width, height } = later;
  const difference = new Float64Array(width * height);
  for (let i = 0; i < difference.length; i++)
    difference[i] = (later.data[i] as number) - (earlier.data[i] as number);
  const sum = summedArea(difference, width, height);
  const histogram = new Uint32Array(256 * BINS_PER_LEVEL + 1);
  let greatest = 0;
  let patches = 0;
  for (let y = 0; y + PATCH <= height; y++) {
    // At the border of the picture the surroundings lie to one side of the patch.
    const top = Math.min(Math.max(0, y - MARGIN), Math.max(0, height - SURROUNDINGS));
    for (let x = 0; x + PATCH <= width; x++) {
      const left = Math.min(Math.max(0, x - MARGIN), Math.max(0, width - SURROUNDINGS));
      const around =
        width < SURROUNDINGS || height < SURROUNDINGS ? 0 : sum(left, top, SURROUNDINGS) / SURROUNDINGS ** 2;
      const change = Math.abs(sum(x, y, PATCH) / PATCH ** 2 - around);
      if (change > greatest) greatest = change;
      const bin = Math.min(histogram.length - 1, Math.floor(change * BINS_PER_LEVEL));
      histogram[bin] = (histogram[bin] as number) + 1;
      patches++;
    }
  }
  return { greatest, noise: (SIGMA_PER_MEDIAN * medianBin(histogram, patches)) / BINS_PER_LEVEL };
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
