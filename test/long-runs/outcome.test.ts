import { expect, test } from 'vitest';
import { outcomeOf } from '../support/run/outcome.ts';

const report = {
  testResults: [
    {
      name: '/clone/test/a.test.ts',
      status: 'failed',
      assertionResults: [
        { fullName: 'a holds', status: 'passed', tags: [] },
        {
          fullName: 'b holds',
          status: 'failed',
          tags: [],
          failureMessages: ['expected 1 to be 2\n    at a.test.ts:3'],
        },
        { fullName: 'c holds', status: 'skipped', tags: [] },
        { fullName: 'd holds', status: 'skipped', tags: ['long'] },
      ],
    },
    { name: '/clone/test/b.test.ts', status: 'failed', message: 'no such module', assertionResults: [] },
  ],
};

test('a usual run does not count as skipped what it leaves to the long one', () => {
  expect(outcomeOf(report, false)).toMatchObject({ passed: 1, skipped: 1 });
});

test('a long run counts as skipped only what it was to run', () => {
  expect(outcomeOf(report, true)).toMatchObject({ passed: 1, skipped: 1 });
});

test('a failure is reported with file, test and error; a file that fails before its tests is one', () => {
  const failures = [
    '/clone/test/a.test.ts: b holds\n    expected 1 to be 2\n        at a.test.ts:3',
    '/clone/test/b.test.ts: the file\n    no such module',
  ];
  expect(outcomeOf(report, false).failures).toEqual(failures);
});

test('a run without a report has failed', () => {
  expect(outcomeOf(null, false).failures).toHaveLength(1);
});
