import { expect, test } from 'vitest';
import { placeOf } from '../../../shared/domain/job/distinct-sketch.ts';
import { NO_WORKERS, shareOf, WorkerNotes } from '../../../shared/domain/job/worker-sketch.ts';
import { seededRandom } from '../../../shared/kernel/random/seeded-random.ts';

/** Seconds of a step, up to a fifth more or less. */
const STEP = 7.5;

/** Workers on a queue in which accounts always have work. They report as those of the service do. */
class Queue {
  readonly #random: () => number;
  readonly #staff: WorkerNotes[] = [];
  readonly #tenants: string[] = [];
  #now = 0;
  #taken = 0;
  sketch = NO_WORKERS;
  writes = 0;

  constructor(seed: number) {
    this.#random = seededRandom(seed);
  }

  /** @param turns whether accounts take turns; otherwise each step is for any of them */
  work(workers: number, accounts: number, seconds: number, turns = true): this {
    while (this.#staff.length < workers) this.#staff.push(new WorkerNotes(this.#place()));
    while (this.#tenants.length < accounts) this.#tenants.push(this.#place());
    const end = this.#now + seconds;
    const steps = this.#staff.slice(0, workers).flatMap((notes) => {
      const own: { at: number; length: number; notes: WorkerNotes }[] = [];
      for (let at = this.#now + STEP * this.#random(); at < end; at += own.at(-1)?.length ?? STEP)
        own.push({ at, length: STEP * (0.8 + 0.4 * this.#random()), notes });
      return own;
    });
    for (const { at, length, notes } of steps.sort((a, b) => a.at - b.at)) {
      const next = turns ? this.#taken++ % accounts : Math.floor(accounts * this.#random());
      if (notes.beginStep(this.#tenants[next] ?? '', at)) this.#store(notes.reportTo(this.sketch, at));
      notes.endStep(length);
      notes.pace = 2;
    }
    this.#now = end;
    return this;
  }

  share(): number | null {
    return shareOf(this.sketch, this.#tenants[0] ?? '', this.#now).workers;
  }

  #place(): string {
    return placeOf(Uint8Array.from({ length: 3 }, () => 256 * this.#random()));
  }

  #store(reported: typeof this.sketch | null): void {
    if (reported === null) return;
    this.sketch = reported;
    this.writes++;
  }
}

/** Seconds in which workers have been round all accounts, so that each is seen, and some intervals of reports. */
const longEnough = (workers: number, accounts: number): number =>
  Math.max(150, (3.5 * STEP * accounts) / workers);

test.each([
  [1, 1],
  [1, 60],
  [2, 7],
  [60, 1],
  [60, 60],
])('the share of an account is exact up to 64 of each: %i workers, %i accounts', (workers, accounts) => {
  const queue = new Queue(1).work(workers, accounts, longEnough(workers, accounts));
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
] as const)('of more it is within 30 percent in 9 of 10 readings: %s', (_, sizes) => {
  const off = sizes.flatMap(([workers, accounts]) =>
    Array.from({ length: 4 }, (_, seed) => {
      const seconds = longEnough(workers, accounts);
      const queue = new Queue(seed).work(workers, accounts, seconds, seed % 2 === 0);
      return Math.abs(((queue.share() ?? 0) * accounts) / workers - 1);
    }),
  );
  expect(off.filter((error) => error <= 0.3).length / off.length).toBeGreaterThanOrEqual(0.9);
});

test.each([
  [300, 300, 5, 2],
  [1000, 1, 50, 1],
  [100, 1000, 100, 3],
])('it follows within five minutes: from %i workers and %i accounts to %i and %i', (...sizes) => {
  const [workers, accounts, fewer, remaining] = sizes;
  const queue = new Queue(1).work(workers, accounts, longEnough(workers, accounts));
  expect(queue.work(fewer, remaining, 300).share()).toBeCloseTo(fewer / remaining, 10);
});

test('workers that have not reported for a minute are gone, and nothing is known without any', () => {
  const queue = new Queue(1).work(3, 2, 100);
  expect(shareOf(queue.sketch, 'ffffff', 100)).toEqual({ workers: 1, pace: 2 });
  expect(shareOf(queue.sketch, 'ffffff', 190)).toEqual({ workers: null, pace: null });
});

test('workers store at most twice a second, however many they are', () => {
  const queue = new Queue(1).work(1000, 1000, 100);
  const before = queue.writes;
  expect(queue.work(1000, 1000, 100).writes - before).toBeLessThanOrEqual(200);
});
