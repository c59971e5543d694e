import type { Homography } from '../../../kernel/geometry/homography.ts';
import type { FramePyramid } from '../frame/frame-pyramid.ts';
import { compare, FITTING_CORRELATION } from '../template/comparison.ts';
import type { SurfaceLevel } from '../template/surface-level.ts';
import { LEAST_RELIABILITY } from '../template/template.ts';

/** How well a frame, seen through a map, fits the template. Shares are in [0, 1]. */
export interface Fit {
  /** Share of the textured cells in the frame that look like the template. */
  readonly share: number;
  /** The same, of all textured cells, in the frame or not. */
  readonly support: number;
  /** Mean correlation of those that fit. */
  readonly correlation: number;
  /** Of the cells that fit, the share that look the same with little noise. */
  readonly closeness: number;
}

/** Correlation of cells that show the same with little noise. */
const CLOSE_CORRELATION = 0.9;

export function fitOf(level: SurfaceLevel, pyramid: FramePyramid, map: Homography): Fit {
  const { comparison, template } = level;
  compare(comparison, template, pyramid, map);
  // Learnt cells count by their trust.
  let [textured, cells, total, sum, close] = [0, 0, 0, 0, 0];
  for (let cell = 0; cell < comparison.seen.length; cell++) {
    const trust = template.trust[cell] as number;
    const useful = (template.reliability[cell] as number) > LEAST_RELIABILITY;
    if (useful) total += trust;
    if (!comparison.seen[cell] || !useful) continue;
    textured += trust;
    const correlation = comparison.correlation[cell] as number;
    if (correlation < FITTING_CORRELATION) continue;
    if (correlation > CLOSE_CORRELATION) close += trust;
    cells += trust;
    sum += trust * correlation;
  }
  if (cells === 0) return { share: 0, support: 0, correlation: 0, closeness: 0 };
  return {
    share: cells / textured,
    support: cells / total,
    correlation: sum / cells,
    closeness: close / cells,
  };
}
