import { describe, expect, test } from 'vitest';
import { filterObjects, inOrder } from '../../../../../console/pages/video/objects/filter-objects.ts';
import type { VideoObject } from '../../../../../console/pages/video/video-data.ts';

const object = (id: string, some: Partial<VideoObject> = {}): VideoObject => ({
  id,
  kind: 'box',
  label: 'car',
  userLabel: null,
  confidence: 0.5,
  firstFrame: 0,
  lastFrame: 9,
  frameCount: 10,
  customData: {},
  track: [],
  ...some,
});

const objects = [
  object('a', { label: 'Car', confidence: 0.9 }),
  object('b', { label: 'person', userLabel: 'Driver of the CAR' }),
  object('c', { kind: 'surface', label: 'surface', confidence: 0.5 }),
];
const left = (search: Parameters<typeof filterObjects>[1]): string[] =>
  filterObjects(objects, search).map(({ id }) => id);

describe('filters', () => {
  test('without any nothing is left out', () => {
    expect(left({})).toEqual(['a', 'b', 'c']);
  });

  test('a label is found in the detected and in the given one, in any case, and in the id', () => {
    expect(left({ label: 'car' })).toEqual(['a', 'b']);
    expect(left({ label: 'PERSON' })).toEqual(['b']);
    expect(left({ label: 'nothing' })).toEqual([]);
  });

  test('an object as sure as the least confidence stays', () => {
    expect(left({ confidence: 50 })).toEqual(['a', 'b', 'c']);
    expect(left({ confidence: 51 })).toEqual(['a']);
  });

  test('filters act together', () => {
    expect(left({ kind: 'box', label: 'car', confidence: 60 })).toEqual(['a']);
  });
});

test('objects are in the order in which they appear; those of one frame in that of their ids', () => {
  const ordered = inOrder([
    object('b'),
    object('z', { firstFrame: 3 }),
    object('a'),
    object('y', { firstFrame: 1 }),
  ]);
  expect(ordered.map(({ id }) => id)).toEqual(['a', 'b', 'y', 'z']);
});
