import { expect, test } from 'vitest';
import { HIDDEN_AFTER_SECONDS, hiddenStretches } from '../../../shared/vision/tracking/hidden-stretches.ts';

const samplesAt = (rate: number, count = 100) =>
  Array.from({ length: count }, (_, i) => ({ time: i / rate }));
const seenAt = (...indices: number[]) => indices.map((index) => ({ index }));

test('the samples between two observations more than a second apart are hidden', () => {
  expect(HIDDEN_AFTER_SECONDS).toBe(1);
  expect(hiddenStretches(seenAt(0, 1, 7, 8, 20), samplesAt(5))).toEqual([
    { first: 2, last: 6 },
    { first: 9, last: 19 },
  ]);
});

const inMilliseconds = ({ time }: { time: number }) => ({ time: Math.round(1000 * time) / 1000 });

test.each([5, 10, 24_000 / 1001, 25, 30_000 / 1001, 30, 60_000 / 1001])(
  'a gap of a nominal second is not hidden, wherever in the video it lies: %d frames a second',
  (rate) => {
    const exact = samplesAt(rate, 300);
    const second = Math.round(rate);
    for (const samples of [exact, exact.map(inMilliseconds)]) {
      for (let from = 0; from + second + 1 < samples.length; from++) {
        expect(hiddenStretches(seenAt(from, from + second), samples)).toEqual([]);
        expect(hiddenStretches(seenAt(from, from + second + 1), samples)).toHaveLength(1);
      }
    }
  },
);

test('a gap is measured in time, not in samples', () => {
  const slowing = [0, 0.1, 0.2, 0.3, 0.4, 2.4, 4.4].map((time) => ({ time }));
  expect(hiddenStretches(seenAt(0, 4), slowing)).toEqual([]);
  expect(hiddenStretches(seenAt(3, 5), slowing)).toEqual([{ first: 4, last: 4 }]);
});

test('an object that is seen in every sample is never hidden, however slow the sampling', () => {
  expect(hiddenStretches(seenAt(0, 1, 2), samplesAt(0.25))).toEqual([]);
  expect(hiddenStretches(seenAt(0, 2), samplesAt(0.25))).toEqual([{ first: 1, last: 1 }]);
});

test('nothing is hidden before the first observation or after the last', () => {
  expect(hiddenStretches(seenAt(40), samplesAt(5))).toEqual([]);
  expect(hiddenStretches([], samplesAt(5))).toEqual([]);
});
