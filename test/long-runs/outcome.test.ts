import { expect, test } from 'vitest';
import { outcomeOf } from '../support/run/outcome.ts';

const report = {
  testResults: [
    {
      status: 'failed',
      assertionResults: [
        { status: 'passed', tags: [] },
        { status: 'failed', tags: [] },
        { status: 'skipped', tags: [] },
        { status: 'skipped', tags: ['long'] },
      ],
    },
    { status: 'failed', assertionResults: [] },
  ],
};

test('a usual run does not count as skipped what it leaves to the long one', () => {
  expect(outcomeOf(report, false)).toEqual({ passed: 1, failed: 2, skipped: 1 });
});

test('a long run counts as skipped only what it was to run', () => {
  expect(outcomeOf(report, true)).toEqual({ passed: 1, failed: 2, skipped: 1 });
});

test('a file that fails before its tests counts as a failure', () => {
  expect(outcomeOf({ testResults: [{ status: 'failed', assertionResults: [] }] }, false).failed).toBe(1);
});

test('a run without a report has failed', () => {
  expect(outcomeOf(null, false).failed).toBe(1);
});
