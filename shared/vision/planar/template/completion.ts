import { CELL_SAMPLES } from './cell-grid.ts';
import { type Comparison, FITTING_CORRELATION } from './comparison.ts';
import { derive, LEAST_RELIABILITY, type Template } from './template.ts';

/**
 * What cells showed instead of what the template has: where the surface was covered, or outside the frame, when the
 * template was taken, and where it has changed since.
 */
export interface Completion {
  /** Mean of what was seen in the current run of frames, in grey levels. */
  readonly candidate: Float32Array;
  /** Frames of that run: it ends when the cell looks otherwise, or like the template. */
  readonly run: Uint8Array;
  /** Frames in which the cell has looked like the template, up to a limit. */
  readonly fits: Uint8Array;
}

/**
 * A cell is replaced after `LEAST_RUN` frames, plus one for each in which it looked like the template; never one that did so
 * `MOST_FITS` times, which must be of the surface: light that wanders over it, and what covers it and hardly moves on it, would make the
 * template drift.
 */
const LEAST_RUN = 8;
const MOST_FITS = 3;
/** What a learnt cell counts: it steadies what the others leave open, and does not outvote them. */
const LEARNT_TRUST = 0.15;
/** Correlation of a cell with what it showed before. */
const SAME_CORRELATION = 0.92;
/** Share of the mean that the latest frame has at least. */
const LEAST_SHARE = 0.2;

export const emptyCompletion = ({ known }: Template): Completion => ({
  candidate: new Float32Array(known.length * CELL_SAMPLES),
  run: new Uint8Array(known.length),
  fits: new Uint8Array(known.length),
});

/** Whether no cell can be replaced any more. */
export const isComplete = ({ fits }: Completion): boolean => fits.every((count) => count >= MOST_FITS);

/**
 * Takes note of a frame whose pose is sure, and replaces the cells that have contradicted the template for long enough
 * while agreeing with themselves: what covers a surface moves across it, so that it does not agree with itself.
 */
export function complete(completion: Completion, template: Template, comparison: Comparison): void {
  const { candidate, run, fits } = completion;
  for (let cell = 0; cell < run.length; cell++) {
    if (!comparison.seen[cell]) continue;
    const start = cell * CELL_SAMPLES;
    const textured = (template.reliability[cell] as number) > LEAST_RELIABILITY;
    const fitting =
      template.known[cell] === 1 &&
      (textured
        ? (comparison.correlation[cell] as number) > FITTING_CORRELATION
        : (comparison.contrast[cell] as number) < LEAST_RELIABILITY);
    if (fitting) {
      run[cell] = 0;
      fits[cell] = Math.min(MOST_FITS, (fits[cell] as number) + 1);
      continue;
    }
    const before = run[cell] as number;
    if (
      before > 0 &&
      correlationOf(candidate, comparison.samples, start, template.noise / 4) > SAME_CORRELATION
    ) {
      // It is stored in a byte.
      run[cell] = Math.min(250, before + 1);
      const share = Math.max(LEAST_SHARE, 1 / (before + 1));
      for (let i = start; i < start + CELL_SAMPLES; i++) {
        const mean = candidate[i] as number;
        candidate[i] = mean + share * ((comparison.samples[i] as number) - mean);
      }
    } else {
      run[cell] = 1;
      for (let i = start; i < start + CELL_SAMPLES; i++) candidate[i] = comparison.samples[i] as number;
    }
    if ((fits[cell] as number) < MOST_FITS && (run[cell] as number) >= LEAST_RUN + (fits[cell] as number))
      replace(completion, template, cell);
  }
}

function replace({ candidate, run, fits }: Completion, template: Template, cell: number): void {
  const start = cell * CELL_SAMPLES;
  template.samples.set(candidate.subarray(start, start + CELL_SAMPLES), start);
  template.known[cell] = 1;
  template.trust[cell] = LEARNT_TRUST;
  run[cell] = 0;
  fits[cell] = 0;
  const { columns } = template.grid;
  const column = cell % columns;
  derive(template, cell);
  // Changes at the border of a cell follow from its neighbours.
  if (column > 0) derive(template, cell - 1);
  if (column < columns - 1) derive(template, cell + 1);
  if (cell >= columns) derive(template, cell - columns);
  if (cell + columns < template.known.length) derive(template, cell + columns);
}

/** Of two cells, noise counted as disagreement: flat cells do not correlate. */
function correlationOf(a: Float32Array, b: Float32Array, start: number, deviation: number): number {
  let [sumA, sumB, aa, ab, bb] = [0, 0, 0, 0, 0];
  for (let i = start; i < start + CELL_SAMPLES; i++) {
    const [p, q] = [a[i] as number, b[i] as number];
    sumA += p;
    sumB += q;
    aa += p * p;
    ab += p * q;
    bb += q * q;
  }
  const noise = CELL_SAMPLES * deviation ** 2;
  const varianceA = aa - (sumA * sumA) / CELL_SAMPLES + noise;
  const varianceB = bb - (sumB * sumB) / CELL_SAMPLES + noise;
  return (ab - (sumA * sumB) / CELL_SAMPLES) / Math.sqrt(varianceA * varianceB);
}
