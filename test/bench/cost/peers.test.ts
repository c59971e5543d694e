import { expect, test } from 'vitest';
import { keptAfterAYear } from '../../../bench/cost/month.ts';
import { minutesOf, PEERS } from '../../../bench/cost/peers.ts';

const MONTH = { name: '', profile: 'personal', videos: 10, seconds: 600, requests: 0, people: 0 } as const;

test('a month has as many minutes of video as its videos are long', () => {
  expect(minutesOf(MONTH)).toBe(100);
});

test('managed services cost what their pages say: by the minute, free at first, or by the thousand begun', () => {
  const at = (minutes: number) => PEERS.map(({ dollars }) => Number(dollars(minutes).toFixed(2)));
  expect(at(100)).toEqual([10, 0, 6]);
  expect(at(1001)).toEqual([100.1, 0.15, 12]);
});

test('after a year the files and tables of twelve months are kept', () => {
  // 120 videos of 375 MB at $0.023 a GB, and of 25 kB at $0.45.
  expect(keptAfterAYear(MONTH).files).toBeCloseTo(45 * 0.023);
  expect(keptAfterAYear(MONTH).tables).toBeCloseTo(0.003 * 0.45);
});
