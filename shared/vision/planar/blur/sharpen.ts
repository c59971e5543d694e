import {
  type Corners,
  cornersOf,
  type Homography,
  inverse,
  multiply,
} from '../../../kernel/geometry/homography.ts';
import { align } from '../alignment/align.ts';
import { fitOf } from '../alignment/fit.ts';
import { FramePyramid } from '../frame/frame-pyramid.ts';
import { CELL_SIDE } from '../template/cell-grid.ts';
import { type SurfaceLevel, surfaceLevels } from '../template/surface-level.ts';
import { learn } from '../template/template.ts';
import { EXPOSURES } from './blurred-pose.ts';
import { BEGINNING, blurTemplate, type Course, ENDING, rasterOf, STEADY } from './motion-blur.ts';

/** Pixels around the blurred template, so that no cell lies at its border. */
const PADDING = 16;
/** Least share of cells that must fit for a sharp template to take the place of a blurred one. */
const LEAST_SHARE = 0.6;
/** By how much a lopsided blur must explain the start frame better than an even one: that leaves the template unbiased. */
const LEAST_GAIN = 1.05;
const EVEN: readonly Hypothesis[] = EXPOSURES.map((share) => [share, STEADY]);
const LOPSIDED: readonly Hypothesis[] = EXPOSURES.slice(1).flatMap((share): Hypothesis[] => [
  [share, BEGINNING],
  [share, ENDING],
]);

/** What the surface may have done while the start frame was exposed: its motion afterwards is not quite that before. */
type Hypothesis = readonly [share: number, course: Course];

interface Sharpened {
  readonly levels: SurfaceLevel[];
  readonly map: Homography;
  /** Share of the time between frames for which the shutter was open. */
  readonly exposure: number;
}

/**
 * The template made again from a frame that is sharper than the start frame was. How the blurred template lies on the new one is
 * found by blurring that in turn, with the start frame's motion and without: a surface aligned with a plain template that is
 * blurred is off by whatever the start frame's shutter did.
 * @param levels of the blurred template
 * @param map from the grid to the sharp frame, as tracked with the blurred template
 * @param start corners in the start frame
 * @param motion by which each corner moved from there to the next frame, in pixels
 * @returns new levels and their map to the frame; `even` where the template need not be replaced, `unclear` where nothing fits
 */
export function sharpened(
  levels: readonly SurfaceLevel[],
  pyramid: FramePyramid,
  map: Homography,
  start: Corners,
  motion: readonly number[],
  [aspect, side]: readonly [number, number],
): Sharpened | 'even' | 'unclear' {
  const finest = levels[0] as SurfaceLevel;
  const empty = () => surfaceLevels(aspect, side, finest.template.noise);
  const { picture, place } = pictureOf(finest);
  const sharp = empty();
  for (const { template } of sharp) learn(template, pyramid, map);
  const blurred = empty();
  const fitting = (
    hypotheses: readonly Hypothesis[],
  ): { map: Homography; score: number; exposure: number } => {
    let best = { map: place, score: 0, exposure: 0 };
    for (const [exposure, course] of hypotheses) {
      const exposed = motion.map((value) => exposure * value);
      for (const [i, level] of sharp.entries())
        blurTemplate(blurred[i] as SurfaceLevel, level, start, exposed, course);
      let found = place;
      for (const level of blurred.toReversed()) found = align(level, picture, found, null, 8, false);
      const fit = fitOf(blurred[0] as SurfaceLevel, picture, found);
      const score = fit.share > LEAST_SHARE ? fit.support * fit.correlation : 0;
      if (score > best.score) best = { map: found, score, exposure };
    }
    return best;
  };
  const [best, even] = [fitting(LOPSIDED), fitting(EVEN)];
  if (best.score === 0 && even.score === 0) return 'unclear';
  if (!(best.score > LEAST_GAIN * even.score)) return 'even';
  // From the old grid to the new one.
  const moved = multiply(map, multiply(inverse(best.map), place));
  if (!cornersOf(moved, finest.grid.a, finest.grid.b).every(Number.isFinite)) return 'unclear';
  const renewed = empty();
  for (const { template } of renewed) learn(template, pyramid, moved);
  return { levels: renewed, map: moved, exposure: best.exposure };
}

/** A template as a picture, and the map from its grid to that. */
function pictureOf(level: SurfaceLevel): { readonly picture: FramePyramid; readonly place: Homography } {
  const { grid } = level;
  const raster = rasterOf(level);
  const across = grid.columns * CELL_SIDE;
  const down = grid.rows * CELL_SIDE;
  const width = across + 2 * PADDING;
  const height = down + 2 * PADDING;
  const data = new Uint8ClampedArray(width * height);
  for (let y = 0; y < height; y++) {
    const v = Math.min(down - 1, Math.max(0, y - PADDING));
    for (let x = 0; x < width; x++)
      data[y * width + x] = raster[v * across + Math.min(across - 1, Math.max(0, x - PADDING))] as number;
  }
  const picture = new FramePyramid(width, height);
  picture.fill(
    { width, height, data: new Uint8Array(data.buffer) },
    { left: 0, top: 0, right: width, bottom: height },
  );
  const place = Float64Array.of(1 / grid.stepX, 0, width / 2, 0, 1 / grid.stepY, height / 2, 0, 0, 1);
  return { picture, place };
}
