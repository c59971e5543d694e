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

test('a gap of a second is not hidden, wherever in the video it lies', () => {
  for (const rate of [5, 10, 24, 25, 29.97, 30]) {
    const samples = samplesAt(rate, 500);
    const second = Math.floor(rate);
    for (let from = 0; from + second + 1 < samples.length; from++) {
      expect(hiddenStretches(seenAt(from, from + second), samples)).toEqual([]);
      expect(hiddenStretches(seenAt(from, from + second + 1), samples)).toHaveLength(1);
    }
  }
});

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
