import { expect, test } from 'vitest';
import { LIMITS } from '../../../shared/contract/limits.ts';
import type { StoredObject } from '../../../shared/contract/schemas/metadata.ts';
import { objectLabels } from '../../../shared/domain/document/object-labels.ts';
import { trackedCars } from '../../support/videos/seed-video.ts';

const labelled = (labels: readonly string[]): Record<string, StoredObject> => {
  const ids = labels.map((_, i) => `o${i}`);
  const { objects = {} } = trackedCars(ids);
  return Object.fromEntries(
    ids.map((id, i) => [id, { ...objects[id], label: labels[i] ?? '' } as StoredObject]),
  );
};

test('the labels of objects are each there once, in order', () => {
  expect(objectLabels(labelled(['dog', 'car', 'dog', 'Zebra', 'åäö']))).toEqual([
    'Zebra',
    'car',
    'dog',
    'åäö',
  ]);
  expect(objectLabels({})).toEqual([]);
});

test('of too many, or too long ones, the first are kept', () => {
  const many = Array.from({ length: LIMITS.videoLabels + 20 }, (_, i) => `l${String(i).padStart(4, '0')}`);
  expect(objectLabels(labelled(many.toReversed()))).toEqual(many.slice(0, LIMITS.videoLabels));
  const long = ['a', 'b', 'c'].map((letter) => letter.repeat(LIMITS.videoLabelBytes / 2));
  expect(objectLabels(labelled(long))).toEqual(long.slice(0, 2));
});
