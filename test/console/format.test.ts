import { expect, test } from 'vitest';
import { byteSize, duration, numberText, relativeTime } from '../../console/format.ts';

test.each([
  [0, '0 B'],
  [999, '999 B'],
  [1000, '1.0 kB'],
  [1_450_000, '1.4 MB'],
  [107_374_182_400, '107 GB'],
])('%i bytes are %s', (bytes, text) => {
  expect(byteSize(bytes)).toBe(text);
});

test.each([
  [0.4, '0:00'],
  [7, '0:07'],
  [61, '1:01'],
  [3729, '1:02:09'],
])('%s seconds are %s', (seconds, text) => {
  expect(duration(seconds)).toBe(text);
});

test.each([
  ['2026-11-22T11:59:40Z', 'just now'],
  ['2026-11-22T11:30:00Z', '30 minutes ago'],
  ['2026-11-21T11:00:00Z', 'yesterday'],
  ['2026-12-04T12:00:00Z', 'in 12 days'],
  ['2024-11-22T12:00:00Z', '2 years ago'],
])('%s is %s', (moment, text) => {
  expect(relativeTime(moment, Date.parse('2026-11-22T12:00:00Z'))).toBe(text);
});

test.each([
  [0, '0'],
  [2000, '2,000'],
  [1_000_000_000, '1 billion'],
])('the number %i is %s', (value, text) => {
  expect(numberText(value)).toBe(text);
});
