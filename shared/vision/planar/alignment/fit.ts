import type { Homography } from '../../../kernel/geometry/homography.ts';
import type { FramePyramid } from '../frame/frame-pyramid.ts';
import { compare, FITTING_CORRELATION } from '../template/comparison.ts';
import type { SurfaceLevel } from '../template/surface-level.ts';
import { LEAST_RELIABILITY } from '../template/template.ts';

/** How well a frame, seen through a map, fits the template. Shares are in [0, 1]. */
export interface Fit {
  /** Share of the surface that lies in the frame. */
  readonly visible: number;
  /** Share of the textured cells in the frame that look like the template. */
  readonly share: number;
  /** The same, of all textured cells, in the frame or not. */
  readonly support: number;
  /** How many textured cells fit, learnt ones counted by their trust. */
  readonly cells: number;
  /** Mean correlation of those that fit. */
  readonly correlation: number;
  /** Of the cells that fit, the share that look the same with little noise. */
  readonly closeness: number;
  /** Smaller standard deviation of the fitting cells' places, as a share of that of the whole surface. */
  readonly spread: number;
}

/** Correlation of cells that show the same with little noise. */
const CLOSE_CORRELATION = 0.9;

export function fitOf(level: SurfaceLevel, pyramid: FramePyramid, map: Homography): Fit {
  const { comparison, template, grid } = level;
  compare(comparison, template, pyramid, map);
  let [all, seen, textured, cells, total, sum, close] = [0, 0, 0, 0, 0, 0, 0];
  let [x, y, xx, yy, xy] = [0, 0, 0, 0, 0];
  for (let cell = 0; cell < comparison.seen.length; cell++) {
    all += 1;
    const trust = template.trust[cell] as number;
    const useful = (template.reliability[cell] as number) > LEAST_RELIABILITY;
    if (useful) total += trust;
    if (!comparison.seen[cell]) continue;
    seen += 1;
    if (!useful) continue;
    textured += trust;
    const correlation = comparison.correlation[cell] as number;
    if (correlation < FITTING_CORRELATION) continue;
    if (correlation > CLOSE_CORRELATION) close += trust;
    cells += trust;
    sum += trust * correlation;
    const [u, v] = [(grid.x[cell] as number) / grid.a, (grid.y[cell] as number) / grid.b];
    x += trust * u;
    y += trust * v;
    xx += trust * u * u;
    xy += trust * u * v;
    yy += trust * v * v;
  }
  const none = {
    visible: seen / all,
    share: 0,
    support: 0,
    cells: 0,
    correlation: 0,
    closeness: 0,
    spread: 0,
  };
  if (cells === 0) return none;
  const [p, q, r] = [
    xx / cells - (x / cells) ** 2,
    xy / cells - (x * y) / cells ** 2,
    yy / cells - (y / cells) ** 2,
  ];
  const least = (p + r - Math.sqrt((p - r) ** 2 + 4 * q * q)) / 2;
  return {
    visible: seen / all,
    share: cells / textured,
    support: cells / total,
    cells,
    correlation: sum / cells,
    closeness: close / cells,
    spread: Math.min(1, Math.sqrt(Math.max(0, 3 * least))),
  };
}
