import { describe, expect, test } from 'vitest';
import type { DeliveryOutcome } from '../../shared/webhooks/delivery-outcome.ts';
import { retryAfterMs } from '../../shared/webhooks/retry-after.ts';
import { nextAttempt } from '../../shared/webhooks/retry-schedule.ts';

const HOUR = 3_600_000;
const middle = (): number => 0.5;
const answered = (status: number, retryAfter?: number): DeliveryOutcome => ({
  status,
  body: '',
  durationMs: 1,
  ...(retryAfter === undefined ? {} : { retryAfterMs: retryAfter }),
});
const failed: DeliveryOutcome = { failure: 'timeout', message: '', durationMs: 10_000 };

/** `27:35:05`, as the specification writes times. */
const seconds = (time: string): number => time.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);

/** When attempts are made that all have this outcome, in seconds from the first one. */
function attempts(outcome: DeliveryOutcome, random: () => number): number[] {
  const times = [0];
  for (let attempt = 1; ; attempt++) {
    const now = (times.at(-1) ?? 0) * 1000;
    const at = nextAttempt({ attempt, firstAt: 0, now, outcome, random });
    if (at === null) return times;
    times.push(at / 1000);
  }
}

const next = (outcome: DeliveryOutcome, random = middle, attempt = 1, now = 0): number | null =>
  nextAttempt({ attempt, firstAt: 0, now, outcome, random });

describe('an event that is not delivered', () => {
  test('is sent again by the schedule of Standard Webhooks, then every ten hours, for three days', () => {
    const later = ['07:35:05', '17:35:05', '27:35:05', '37:35:05', '47:35:05', '57:35:05', '67:35:05'];
    expect(attempts(failed, middle)).toEqual([0, 5, 305, 2105, 9305, ...later.map(seconds)]);
  });

  test.each([300, 301, 308, 400, 401, 404, 429, 500, 502, 503, 504])(
    'counts as such after a %d',
    (status) => {
      expect(next(answered(status))).toBe(5000);
    },
  );

  test('is sent up to a tenth of the pause earlier or later, and never after three days', () => {
    expect([next(failed, () => 0), next(failed, () => 0.999_999)]).toEqual([4500, 5500]);
    for (const random of [() => 0, () => 0.999_999]) {
      const times = attempts(failed, random);
      expect(times.at(-1)).toBeLessThanOrEqual(72 * 3600);
      expect(times.length).toBeGreaterThanOrEqual(11);
    }
  });

  test('is not sent before the receiver wants it, and with a longer pause of the schedule not then', () => {
    expect(next(answered(429, 60_000), () => 0)).toBe(60_000);
    expect(next(answered(503, 60_000), () => 0.999_999)).toBe(66_000);
    expect(next(answered(503, 1000), middle, 2)).toBe(300_000);
  });

  test('waits a day at most, whatever the receiver wants', () => {
    expect(next(answered(503, 1e15), () => 0)).toBe(24 * HOUR);
    expect(next(answered(503, Number.POSITIVE_INFINITY), () => 0)).toBe(24 * HOUR);
  });

  test('is given up where the receiver wants it after the three days', () => {
    expect(next(answered(503, 24 * HOUR), () => 0, 9, 50 * HOUR)).toBeNull();
  });
});

test.each([200, 201, 202, 204, 299])('an event is delivered by a %d', (status) => {
  expect(next(answered(status))).toBeNull();
});

test('a receiver that is gone gets nothing more', () => {
  expect(next(answered(410, 1000))).toBeNull();
});

test.each([
  ['120', 120_000],
  [' 0 ', 0],
  ['Sun, 06 Nov 1994 08:49:37 GMT', 37_000],
  ['Sun, 06 Nov 1994 08:00:00 GMT', 0],
  ['-1', undefined],
  ['1.5', undefined],
  ['tomorrow', undefined],
  ['1994', 1_994_000],
  ['Sun, 99 Foo 1994 08:49:37 GMT', undefined],
  ['', undefined],
  [undefined, undefined],
])('Retry-After: %s asks for %s ms', (header, wait) => {
  expect(retryAfterMs(header, Date.parse('1994-11-06T08:49:00Z'))).toBe(wait);
});
