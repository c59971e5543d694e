import { describe, expect, test } from 'vitest';
import {
  advancedWalk,
  type BlobWalk,
  isSteady,
  MIN_BLOB_AGE_MS,
  resumedWalk,
} from '../../../shared/domain/document/blob-walk.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const T = 1_900_000_000_000;

/** Runs every five minutes, each of which visits all there is once it may; @returns the walk of each run. */
function runs(minutes: number, first: BlobWalk | null = null): BlobWalk[] {
  const found: BlobWalk[] = [];
  let walk = first;
  for (let at = T; at <= T + minutes * MINUTE; at += 5 * MINUTE) {
    walk = resumedWalk(walk, at);
    found.push(walk);
    if (isSteady(walk)) walk = { ...walk, after: null };
  }
  return found;
}

const over = (changes: Partial<BlobWalk> = {}): BlobWalk => ({
  at: T - 5 * MINUTE,
  steadySince: T - DAY,
  began: T - HOUR,
  thoroughAt: T - DAY,
  since: 1,
  after: null,
  failedRuns: 0,
  ...changes,
});

test('the first walk looks at everything, once runs have followed each other for 20 minutes', () => {
  const [first, ...others] = runs(20);
  expect(first).toMatchObject({ since: 0, after: '', began: T });
  expect([first, ...others].map((walk) => walk !== undefined && isSteady(walk))).toEqual([
    false,
    false,
    false,
    false,
    true,
  ]);
});

test('walks begin a day apart, and go on where they were until they are over', () => {
  const begun = runs(3 * 24 * 60).map(({ began }) => began);
  expect([...new Set(begun)]).toEqual([T, T + DAY, T + 2 * DAY, T + 3 * DAY]);
  const long = over({ began: T - 3 * DAY, after: 'documents/x' });
  expect(resumedWalk(long, T)).toEqual({ ...long, at: T });
});

test('each walk looks at what the walk before it did not see, or saw too young', () => {
  const walks = runs(10 * 24 * 60);
  for (const [i, walk] of walks.entries()) {
    const earlier = walks.slice(0, i).findLast(({ began }) => began !== walk.began);
    if (earlier === undefined || walk.began === T) continue;
    // The youngest that the walk before it, visiting anything as soon as it began, looked at.
    expect(walk.since).toBeLessThan(earlier.began - MIN_BLOB_AGE_MS);
    expect(walk.since).toBeGreaterThan(earlier.began - MIN_BLOB_AGE_MS - DAY);
  }
});

test('every thirty days a walk looks at everything again', () => {
  const thorough = runs(61 * 24 * 60).filter(({ since }) => since === 0);
  expect([...new Set(thorough.map(({ began }) => began))]).toEqual([T, T + 30 * DAY, T + 60 * DAY]);
});

test('what fails is done again by the next two runs, then left', () => {
  let walk = over({ after: 'a' });
  const passed = ['b', 'b', 'b', 'c', 'c', 'c'].map((next) => {
    walk = advancedWalk(walk, next, true);
    return walk.after;
  });
  expect(passed).toEqual(['a', 'a', 'b', 'b', 'b', 'c']);
});

test('what has failed twice and then succeeds, and what never fails, is passed', () => {
  const tried = advancedWalk(advancedWalk(over({ after: 'a' }), 'b', true), 'b', true);
  expect(advancedWalk(tried, 'b', false)).toEqual(over({ after: 'b' }));
  expect(advancedWalk(over({ after: 'a' }), null, false)).toEqual(over());
});

describe('everything is looked at anew, and nothing for 20 minutes,', () => {
  test.each([
    ['where there is no walk', null],
    ['after a clock was set forward, a sleep, or a restore of an older table', over({ at: T - 61 * MINUTE })],
    ['after a clock was set back', over({ at: T + 61 * MINUTE })],
    ['of a walk that was under way', over({ at: T - 2 * HOUR, after: 'documents/x' })],
  ])('%s', (_, walk) => {
    const resumed = resumedWalk(walk, T);
    expect(resumed).toMatchObject({ since: 0, after: '', began: T, thoroughAt: T });
    expect(isSteady(resumed)).toBe(false);
  });

  test('but not where a run was missed, or another clock is minutes off', () => {
    for (const at of [T - 50 * MINUTE, T + 10 * MINUTE]) {
      const resumed = resumedWalk(over({ at }), T);
      expect(resumed).toMatchObject({ since: 1, after: null });
      expect(isSteady(resumed)).toBe(true);
    }
  });
});
