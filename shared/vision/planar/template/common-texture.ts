import { CELL_SAMPLES, CELL_SIDE } from './cell-grid.ts';
import type { Comparison } from './comparison.ts';
import type { Template } from './template.ts';

/** For every cell the sum, over its samples, of the products of changes along x and y: how well it determines a shift. */
export type Texture = Pick<Template, 'xx' | 'xy' | 'yy'>;

/** Changes are taken of samples that have neighbours in their own cell. */
const INNER_SIDE = CELL_SIDE - 2;
const SAMPLES_PER_INNER = CELL_SAMPLES / INNER_SIDE ** 2;
/** Neighbouring samples see the same noise: of a cell's 36 inner ones, about this many see noise of their own. */
const INDEPENDENT_SAMPLES = 12;
/** Standard deviations by which noise may be taken for texture. */
const NOISE_DEVIATIONS = 3;

let [xx, xy, yy] = roomFor(0);

function roomFor(cells: number): [Float64Array, Float64Array, Float64Array] {
  const each = (): Float64Array => new Float64Array(cells);
  return [each(), each(), each()];
}

/**
 * The texture that a template and a frame, compared at a pose, have in common: the products of the changes of one with those of the
 * other. Noise has changes, too, but other ones in either, whose products are as often negative as positive; what is left of them
 * over all cells is taken off. So a surface that is striped does not determine a shift along its stripes, however noisy it is. A
 * cell's own share may be negative.
 * @returns in the units of the template's; valid until the next call
 */
export function commonTexture(
  { grid, seen, deviation, samples }: Comparison,
  template: Template,
  weights: Float64Array,
): Texture {
  if (weights.length > xx.length) [xx, xy, yy] = roomFor(weights.length);
  let [total, noiseX, noiseY] = [0, 0, 0];
  for (let cell = 0; cell < weights.length; cell++) {
    const weight = weights[cell] as number;
    if (!seen[cell] || weight <= 0) continue;
    const start = cell * CELL_SAMPLES;
    const unit = deviation[cell] as number;
    const acrossX = 0.5 / (unit * grid.stepX);
    const acrossY = 0.5 / (unit * grid.stepY);
    let [a, b, c, errorX, errorY] = [0, 0, 0, 0, 0];
    for (let row = 1; row <= INNER_SIDE; row++) {
      const first = start + row * CELL_SIDE + 1;
      for (let i = first; i < first + INNER_SIDE; i++) {
        const x = acrossX * ((samples[i + 1] as number) - (samples[i - 1] as number));
        const y = acrossY * ((samples[i + CELL_SIDE] as number) - (samples[i - CELL_SIDE] as number));
        const u = template.dx[i] as number;
        const v = template.dy[i] as number;
        a += x * u;
        b += (x * v + y * u) / 2;
        c += y * v;
        errorX += (x - u) * (x - u);
        errorY += (y - v) * (y - v);
      }
    }
    xx[cell] = SAMPLES_PER_INNER * a;
    xy[cell] = SAMPLES_PER_INNER * b;
    yy[cell] = SAMPLES_PER_INNER * c;
    total += weight;
    noiseX += (weight * errorX) ** 2;
    noiseY += (weight * errorY) ** 2;
  }
  // Of the noise in a difference one half is the template's and one the frame's; their products have this deviation in the mean.
  const factor = (NOISE_DEVIATIONS * SAMPLES_PER_INNER) / (2 * Math.sqrt(INDEPENDENT_SAMPLES) * total);
  for (let cell = 0; cell < weights.length; cell++) {
    xx[cell] = (xx[cell] as number) - factor * Math.sqrt(noiseX);
    yy[cell] = (yy[cell] as number) - factor * Math.sqrt(noiseY);
  }
  // The room may be that of a larger template; behind the cells of this one is what was another's.
  const own = (sums: Float64Array): Float64Array => sums.subarray(0, weights.length);
  return { xx: own(xx), xy: own(xy), yy: own(yy) };
}
