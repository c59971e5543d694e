import { expect, test } from 'vitest';
import { moment } from '../../../cli/restore/moment.ts';

test.each([
  ['2026-11-27T22:56:00Z', '2026-11-27T22:56:00.000Z'],
  ['2026-11-27T22:56:00.9Z', '2026-11-27T22:56:00.000Z'],
  ['2026-11-27T23:56+01:00', '2026-11-27T22:56:00.000Z'],
])('%s is read to the second', (given, expected) => {
  expect(moment(given).toISOString()).toBe(expected);
});

test.each(['', 'yesterday', '2026-11-27', '2026-11-27T22:56:00', '2026-13-27T22:56:00Z'])(
  'refused is %j, which is no moment or has no zone',
  (given) => {
    expect(() => moment(given)).toThrow('must be a moment with its zone');
  },
);
