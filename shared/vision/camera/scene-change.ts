import type { Box } from '../../kernel/geometry/box.ts';
import { SummedArea } from '../picture/summed-area.ts';
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
interface SceneChange {
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
  const across = Math.max(0, width - PATCH + 1);
  const down = Math.max(0, height - PATCH + 1);
  const changesOfRow = patchChanges(earlier, later);
  let greatest = 0;
  for (let y = 0; y < down; y++) greatest = Math.max(greatest, greatestOf(changesOfRow(y), 0, across));
  return {
    greatest,
    get noise() {
      const histogram = new Uint32Array(256 * BINS_PER_LEVEL + 1);
      for (let y = 0; y < down; y++) {
        const changes = changesOfRow(y);
        for (let x = 0; x < across; x++) {
          const bin = Math.min(histogram.length - 1, Math.floor((changes[x] as number) * BINS_PER_LEVEL));
          histogram[bin] = (histogram[bin] as number) + 1;
        }
      }
      return (SIGMA_PER_MEDIAN * medianBin(histogram, across * down)) / BINS_PER_LEVEL;
    },
    within(box) {
      const [left, right] = touching(box.x, box.width, across);
      const [top, bottom] = touching(box.y, box.height, down);
      let most = 0;
      for (let y = top; y < bottom; y++) most = Math.max(most, greatestOf(changesOfRow(y), left, right));
      return most;
    },
  };
}

/** The first patch along an axis that touches a stretch, and the one after the last. */
const touching = (start: number, length: number, patches: number): [number, number] => [
  Math.max(0, Math.floor(start) - PATCH + 1),
  Math.min(patches, Math.ceil(start + length)),
];

function greatestOf(values: Float64Array, start: number, end: number): number {
  let greatest = 0;
  for (let i = start; i < end; i++) {
    const value = values[i] as number;
    if (value > greatest) greatest = value;
  }
  return greatest;
}

/**
 * How much each patch of a row has changed, less its surroundings. Rows are computed when they are asked for: an array of all would be
 * garbage with each picture.
 * @returns a function of the first line of the row's patches; its array is refilled by the next call
 */
function patchChanges(earlier: Plane, later: Plane): (y: number) => Float64Array {
  const { width, height } = later;
  const difference = SummedArea.of(width, height, (y, row) => {
    for (let x = 0, i = y * width; x < width; x++, i++)
      row[x] = (later.data[i] as number) - (earlier.data[i] as number);
  });
  const hasSurroundings = width >= SURROUNDINGS && height >= SURROUNDINGS;
  const changes = new Float64Array(Math.max(0, width - PATCH + 1));
  return (y) => {
    // At the border of the picture the surroundings lie to one side of the patch.
    const top = Math.min(Math.max(0, y - MARGIN), height - SURROUNDINGS);
    for (let x = 0; x < changes.length; x++) {
      const left = Math.min(Math.max(0, x - MARGIN), width - SURROUNDINGS);
      const around = hasSurroundings ? difference.sum(left, top, SURROUNDINGS) / SURROUNDINGS ** 2 : 0;
      changes[x] = Math.abs(difference.sum(x, y, PATCH) / PATCH ** 2 - around);
    }
    return changes;
  };
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
