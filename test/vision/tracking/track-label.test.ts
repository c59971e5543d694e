import { expect, test } from 'vitest';
import { trackLabel } from '../../../shared/vision/tracking/track-label.ts';

const seen = (label: string, ...scores: number[]) => scores.map((score) => ({ label, score }));

test('an object that is hidden half of the time is as sure as while it is seen', () => {
  expect(trackLabel(seen('person', 0.9, 0.9, 0.9, 0.2, 0.1))).toEqual({
    label: 'person',
    confidence: expect.closeTo(0.9),
  });
});

test('an object that is sometimes mislabelled stays as certain as before taken for most', () => {
  const { label, confidence } = trackLabel([...seen('dog', 0.8, 0.7, 0.6), ...seen('cat', 0.65, 0.6)]);
  expect(label).toBe('dog');
  expect(confidence).toBeCloseTo(0.7);
});

test('an object that is mislabelled every time is not certain', () => {
  const names = ['dog', 'cat', 'bear', 'cow', 'horse', 'sheep'];
  expect(trackLabel(names.flatMap((name) => seen(name, 0.9))).confidence).toBeCloseTo(0.3);
});
