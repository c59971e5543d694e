import { expect, test } from 'vitest';
import { WorkerQueue, type WorkerTraits } from '../../../bench/hot/worker-queue.ts';
import { placeOf } from '../../../shared/domain/job/distinct-sketch.ts';
import { NO_WORKERS, shareOf, WorkerNotes } from '../../../shared/domain/job/worker-sketch.ts';
import { sampled, sampledRows } from '../../support/run/long.ts';

const STEP = 7.5;
const MINUTE = 60;

/** Seconds in which workers have been round all accounts, so that each is seen, and some intervals of reports. */
const longEnough = (workers: number, accounts: number, step = STEP): number =>
  Math.max(150, (3.5 * step * accounts) / workers);

test.each([
  [1, 1],
  [1, 60],
  [2, 7],
  [60, 1],
  [60, 60],
])('the share of an account is exact up to 64 of each: %i workers, %i accounts', (workers, accounts) => {
  const queue = new WorkerQueue(1).work(workers, accounts, longEnough(workers, accounts));
  expect(queue.share()).toBeCloseTo(workers / accounts, 10);
});

test.each([
  [
    'more workers than accounts',
    [
      [100, 1],
      [200, 70],
      [500, 3],
      [1000, 1000],
    ],
  ],
  [
    'fewer workers than accounts',
    [
      [1, 100],
      [1, 1000],
      [10, 200],
      [30, 1000],
      [200, 1000],
    ],
  ],
] as const)('of more it is within 30 percent in 9 of 10 readings: %s', { tags: 'sampled' }, (_, sizes) => {
  const off = sizes.flatMap(([workers, accounts]) =>
    Array.from({ length: sampled(4) }, (_, seed) => {
      const queue = new WorkerQueue(seed, { turns: seed % 2 === 0, skew: 5 });
      const share = queue.work(workers, accounts, longEnough(workers, accounts)).share();
      return Math.abs(((share ?? 0) * accounts) / workers - 1);
    }),
  );
  expect(off.filter((error) => error <= 0.3).length / off.length).toBeGreaterThanOrEqual(0.9);
});

const TRAITS: Record<string, Partial<WorkerTraits>> = {
  'that take turns': {},
  'in any order': { turns: false },
  'of workers whose clocks are up to five seconds off': { skew: 5 },
  'whose steps take 20 s': { step: 20 },
};

test.each(sampledRows(Object.entries(TRAITS)))(
  'it is exact four minutes after few are left, of accounts %s',
  { tags: 'sampled' },
  (_, traits) => {
    const shares = [
      [300, 300, 5, 2],
      [300, 300, 1, 1],
      [60, 60, 5, 2],
      [200, 200, 2, 2],
    ].flatMap(([workers = 0, accounts = 0, fewer = 0, remaining = 0]) =>
      Array.from({ length: sampled(2) }, (_, seed) => {
        const queue = new WorkerQueue(seed, traits).work(workers, accounts, longEnough(workers, accounts));
        return (queue.work(fewer, remaining, 4 * MINUTE).share() ?? 0) / (fewer / remaining);
      }),
    );
    expect(shares.filter((share) => share !== 1)).toEqual([]);
  },
);

test.each(
  sampledRows([
    [1000, 1, 50, 1],
    [100, 1000, 100, 3],
    [1000, 1000, 20, 10],
  ]),
)(
  'four minutes after it is within 30 percent: from %i workers and %i accounts to %i and %i',
  { tags: 'sampled' },
  (workers, accounts, fewer, remaining) => {
    const queue = new WorkerQueue(1).work(workers, accounts, longEnough(workers, accounts));
    const share = queue.work(fewer, remaining, 4 * MINUTE).share() ?? 0;
    expect(Math.abs((share * remaining) / fewer - 1)).toBeLessThanOrEqual(0.3);
  },
);

test('a worker whose reports others are always ahead of is missing, and changes nothing else', () => {
  const queue = new WorkerQueue(1, { losing: 1 }).work(10, 3, 5 * MINUTE);
  expect(queue.share()).toBe(9 / 3);
});

test('workers that take a minute for a step are not forgotten meanwhile', () => {
  const queue = new WorkerQueue(1, { step: MINUTE }).work(5, 2, 10 * MINUTE);
  const shares = Array.from({ length: 30 }, () => queue.work(5, 2, 10).share());
  expect(new Set(shares)).toEqual(new Set([5 / 2]));
});

test('workers that have not reported for a minute are gone, and nothing is known without any', () => {
  const [one, two] = [new WorkerNotes('000001'), new WorkerNotes('000002')];
  one.pace = 2;
  one.beginStep('aaaaaa', 80);
  two.beginStep('bbbbbb', 100);
  const sketch = two.reportTo(one.reportTo(NO_WORKERS, 80) ?? NO_WORKERS, 100) ?? NO_WORKERS;
  expect(shareOf(sketch, 'aaaaaa', 140)).toEqual({ workers: 1, pace: 2 });
  expect(shareOf(sketch, 'aaaaaa', 141)).toEqual({ workers: 1 / 2, pace: 2 });
  expect(shareOf(sketch, 'bbbbbb', 160)).toEqual({ workers: 1, pace: 2 });
  expect(shareOf(sketch, 'bbbbbb', 161)).toEqual({ workers: null, pace: null });
});

test('what a clock an hour ahead has noted does not count', () => {
  const [ahead, right] = ['0000ff', '0000aa'].map((place) => new WorkerNotes(place));
  ahead?.beginStep('aaaaaa', 3600);
  const sketch = ahead?.reportTo(NO_WORKERS, 3600) ?? NO_WORKERS;
  expect(shareOf(sketch, 'aaaaaa', 0)).toEqual({ workers: null, pace: null });
  right?.beginStep('bbbbbb', 0);
  expect(shareOf(right?.reportTo(sketch, 0) ?? NO_WORKERS, 'bbbbbb', 0).workers).toBe(1);
});

test('a worker reports at intervals, also when its clock was set back, and with the first pace of all', () => {
  const notes = new WorkerNotes(placeOf(Uint8Array.of(1, 2, 3)));
  expect(notes.beginStep('aaaaaa', 1000)).toBe(true);
  notes.reportTo(NO_WORKERS, 1000);
  expect(notes.beginStep('aaaaaa', 1001)).toBe(false);
  notes.pace = 2;
  expect(notes.beginStep('aaaaaa', 1002)).toBe(true);
  notes.reportTo(NO_WORKERS, 1002);
  expect(notes.beginStep('aaaaaa', 1021)).toBe(false);
  expect(notes.beginStep('aaaaaa', 1022)).toBe(true);
  expect(notes.beginStep('aaaaaa', 900)).toBe(true);
});

test('a report is about what was seen since the last one', () => {
  const notes = new WorkerNotes('000001');
  const report = (now: number) => {
    const { accounts, means } = notes.reportTo(NO_WORKERS, now) ?? NO_WORKERS;
    return [Object.keys(accounts.seen), means.step];
  };
  notes.beginStep('aaaaaa', 0);
  expect(report(0)).toEqual([['aaaaaa'], null]);
  notes.endStep(10);
  notes.beginStep('bbbbbb', 30);
  expect(report(30)).toEqual([['bbbbbb'], 10]);
  notes.beginStep('cccccc', 60);
  expect(report(60)).toEqual([['cccccc'], null]);
});

test('three steps for one account in a row do not say that there is no other', () => {
  const notes = new WorkerNotes('000001');
  const seen = { aaaaaa: 0, bbbbbb: 0 };
  const sketch = { ...NO_WORKERS, accounts: { rate: 1, seen }, means: { pace: 2, step: 40 } };
  for (const at of [40, 80, 121]) notes.beginStep('aaaaaa', at);
  expect(notes.reportTo(sketch, 121)?.accounts.seen).toHaveProperty('bbbbbb');
  for (const at of [122, 123, 124, 150]) notes.beginStep('aaaaaa', at);
  expect(notes.reportTo(sketch, 150)?.accounts.seen).not.toHaveProperty('bbbbbb');
});

test('1,000 workers try at most five times a second to write, for 1,000 accounts or one', () => {
  for (const accounts of [1, 1000]) {
    const queue = new WorkerQueue(1).work(1000, accounts, 100);
    const before = queue.writes;
    expect(queue.work(1000, accounts, 100).writes - before).toBeLessThanOrEqual(500);
  }
});
