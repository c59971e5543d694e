import { solveSymmetric } from '../../shared/vision/planar/solve.ts';
import { KINDS } from './generator/kinds.ts';
import type { Texture } from './generator/texture.ts';
import type { Measured } from './measure.ts';
import { DEVELOPMENT, measureKind, RIGHT_PIXELS } from './table.ts';

/** Weights are drawn towards 0 as by this many frames. */
const PRIOR_FRAMES = 0.3;
const ROUNDS = 30;

/** Measures the scenes for development and fits the weights of the confidence to them. */
export async function fittedWeights(pictures: readonly Texture[]): Promise<string> {
  const frames: Measured[] = [];
  for (const kind of Object.keys(KINDS))
    for (const seed of DEVELOPMENT.seeds)
      for (const run of await measureKind(kind, seed, DEVELOPMENT.frames, pictures))
        frames.push(...run.frames);
  const weights = logistic(
    frames.map(({ evidence }) => evidence),
    frames.map(({ bestError }) => (bestError <= RIGHT_PIXELS ? 1 : 0)),
  );
  return `[${Array.from(weights, (weight) => weight.toFixed(2)).join(', ')}]`;
}

/** Logistic regression with a ridge, by Newton's method. */
export function logistic(rows: readonly (readonly number[])[], outcomes: readonly number[]): Float64Array {
  const n = rows[0]?.length ?? 0;
  const weights = new Float64Array(n);
  for (let round = 0; round < ROUNDS; round++) {
    const matrix = new Float64Array(n * n);
    const vector = new Float64Array(n);
    for (let i = 0; i < n; i++) {
      matrix[i * n + i] = PRIOR_FRAMES;
      vector[i] = -PRIOR_FRAMES * (weights[i] as number);
    }
    for (const [k, row] of rows.entries()) {
      const score = row.reduce((sum, value, i) => sum + value * (weights[i] as number), 0);
      const chance = 1 / (1 + Math.exp(-score));
      for (let i = 0; i < n; i++) {
        const value = row[i] as number;
        vector[i] = (vector[i] as number) + value * ((outcomes[k] as number) - chance);
        for (let j = 0; j <= i; j++)
          matrix[i * n + j] =
            (matrix[i * n + j] as number) + value * (row[j] as number) * chance * (1 - chance);
      }
    }
    if (!solveSymmetric(matrix, vector, n)) break;
    for (let i = 0; i < n; i++) weights[i] = (weights[i] as number) + (vector[i] as number);
  }
  return weights;
}
