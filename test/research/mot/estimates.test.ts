import { describe, expect, test } from 'vitest';
import { type Estimates, estimatesOf, ratioAt } from '../../../research/mot/estimates.ts';
import { SCENE_NAMES, simulate } from '../../../research/mot/scenes.ts';
import { readSequence } from '../../../research/mot/sequence.ts';

const folder = process.env.VMS_MOT_DIR;

const sortedRatios = (all: readonly Estimates[], share: number): number[] =>
  all.map((estimates) => ratioAt(estimates, share)).sort((a, b) => a - b);
const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.floor(share * sorted.length)] ?? Number.NaN;

/** A little below and above what research/tracking.md says. */
function expectCautious(all: readonly Estimates[], { half, end }: { half: number; end: number }): void {
  expect(quantile(sortedRatios(all, 0.5), 0.5)).toBeGreaterThan(half);
  expect(quantile(sortedRatios(all, 1), 0.1)).toBeGreaterThan(end);
  expect(quantile(sortedRatios(all, 1), 0.9)).toBeLessThan(1.06);
  for (const { told } of all) {
    expect(told.map(({ expected }) => expected)).toEqual(
      told.map(({ expected }) => expected).toSorted((a, b) => a - b),
    );
  }
}

describe('the number of objects expected while a job runs', () => {
  test('of simulated scenes is most of the final objects half way, nearly all of it at the end, seldom more', () => {
    expectCautious(
      SCENE_NAMES.map((name) => estimatesOf(simulate(name, 1))),
      { half: 0.65, end: 0.85 },
    );
  });

  test.skipIf(!folder)('of MOT sequences, too (needs VMS_MOT_DIR)', { tags: 'long' }, () => {
    expectCautious(
      ['MOT17-02', 'MOT17-04', 'MOT17-05'].map((name) => estimatesOf(readSequence(folder ?? '', name))),
      { half: 0.65, end: 0.85 },
    );
  });
});
