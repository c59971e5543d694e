import { type Homography, project } from '../../../kernel/geometry/homography.ts';
import type { FramePyramid } from '../frame/frame-pyramid.ts';
import { CELL_SAMPLES } from './cell-grid.ts';
import { type SurfaceLevel, surfaceLevels } from './surface-level.ts';
import { contrastOf, learn, NOISE_LEVELS, type Template } from './template.ts';

/** Share of its cells that are to say something, if the picture is as clean as that. */
const TELLING_SHARE = 0.25;
/** Grey levels: pictures are rounded, and coded anew at every key frame. */
const LEAST_LEVELS = 1;
/** Times the picture's own noise. Samples have less of it than pixels, but what counts must correlate from frame to frame. */
const NOISE_FACTOR = 2;
/** Median of the absolute values of normal numbers with a deviation of 1. */
const NORMAL_MEDIAN = 0.6745;

/**
 * The contrast, in grey levels, that counts half in a surface's cells. On a plain wall hardly any cell has as much as is asked of others;
 * its plaster tells where it is all the same, where it is stronger than the picture's noise.
 */
export function noiseOf(pyramid: FramePyramid, map: Homography, aspect: number, side: number): number {
  const { template } = surfaceLevels(aspect, side)[0] as SurfaceLevel;
  learn(template, pyramid, map);
  const contrasts = contrastsOf(template).sort((a, b) => b - a);
  const telling = contrasts[Math.floor(TELLING_SHARE * contrasts.length)] ?? NOISE_LEVELS;
  if (telling >= NOISE_LEVELS) return NOISE_LEVELS;
  return Math.min(
    NOISE_LEVELS,
    Math.max(LEAST_LEVELS, telling, NOISE_FACTOR * pictureNoise(pyramid, map, template)),
  );
}

/** Deviation of the samples of each known cell. */
function contrastsOf({ samples, known }: Template): number[] {
  const contrasts: number[] = [];
  for (let cell = 0; cell < known.length; cell++) {
    if (!known[cell]) continue;
    let [sum, squares] = [0, 0];
    for (let i = cell * CELL_SAMPLES; i < (cell + 1) * CELL_SAMPLES; i++) {
      const sample = samples[i] as number;
      sum += sample;
      squares += sample * sample;
    }
    contrasts.push(contrastOf(sum, squares, 0));
  }
  return contrasts;
}

/**
 * Deviation of the noise of pixels in the middle of cells, by what is left of them when even changes are taken off (Immerkær, "Fast noise
 * variance estimation", CVIU 1996), as a median: edges do not count. Fine texture counts as noise.
 */
function pictureNoise({ levels, region }: FramePyramid, map: Homography, { grid, known }: Template): number {
  const [plane] = levels;
  if (!plane) return NOISE_LEVELS;
  const { width, data } = plane;
  const place = [0, 0];
  const left: number[] = [];
  for (let cell = 0; cell < known.length; cell++) {
    project(map, grid.x[cell] as number, grid.y[cell] as number, place);
    const [x, y] = [Math.floor(place[0] as number), Math.floor(place[1] as number)];
    if (!(x > region.left && x < region.right - 1 && y > region.top && y < region.bottom - 1)) continue;
    const row = (down: number): number => {
      const i = (y + down) * width + x;
      return (data[i - 1] as number) - 2 * (data[i] as number) + (data[i + 1] as number);
    };
    left.push(Math.abs(row(-1) - 2 * row(0) + row(1)) / 6);
  }
  const median = left.sort((a, b) => a - b)[left.length >> 1] ?? NOISE_LEVELS;
  return median / NORMAL_MEDIAN;
}
