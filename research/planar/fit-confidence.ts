import { solveSymmetric } from '../../shared/vision/planar/alignment/solve.ts';
import type { Texture } from './generator/texture.ts';
import { type Measured, planarTracker } from './measure.ts';
import { measureKind, RIGHT_PIXELS } from './table.ts';

/** Weights are drawn towards 0 as by this many frames. */
const PRIOR_FRAMES = 0.3;
const ROUNDS = 30;

const FRAMES = 60;
/** Scenes for development, by their seeds. Copies of surfaces are not among them: they look right, and are reported otherwise (`proof.ts`). */
const HARD = {
  'strong reflections': [1, 2, 3, 4],
  'textured occluder': [1, 2, 3, 4],
  'low texture': [1, 2, 3],
} as const;
const SCENES: Readonly<Record<string, readonly number[]>> = {
  ...HARD,
  'full occlusion': [1, 2, 3, 4],
  'leaving and coming back': [1, 2, 3, 4],
  'another shot in between': [1, 2, 3, 4, 5, 6],
  reflections: [1, 2, 3, 4],
  'noise and compression': [1, 2],
  occlusion: [1, 2],
  'blurred start': [1, 2, 3],
  scale: [1],
  perspective: [1],
  spotlights: [1],
  lighting: [1],
  'partly out of view': [1],
  rotation: [1],
  mixed: [1],
};

/**
 * Measures the scenes for development and fits the weights of the confidence to them. The hard ones are tracked without regard to
 * borders, too: with it, poses that are wrong and look right are so rare that nothing could be learnt from them.
 */
export async function fittedWeights(pictures: readonly Texture[]): Promise<string> {
  const frames: Measured[] = [];
  for (const [kind, seeds] of Object.entries(SCENES)) {
    const trackers = [planarTracker(), ...(kind in HARD ? [planarTracker(['borders'])] : [])];
    for (const seed of seeds)
      for (const run of await measureKind(kind, seed, FRAMES, pictures, trackers)) frames.push(...run.frames);
  }
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
