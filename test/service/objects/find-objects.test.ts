import { expect, test } from 'vitest';
import type { Keyframe, StoredObject } from '../../../shared/contract/schemas/metadata.ts';
import { ordered } from '../../../shared/domain/document/query/object-order.ts';
import { findObjects } from '../../../shared/service/objects/find-objects.ts';
import type { TrackReader } from '../../../shared/service/objects/read-tracks.ts';

const COUNT = 5000;
const id = (index: number): string => `o${String(index).padStart(4, '0')}`;

/** Boxes at the left edge, every hundredth at the right one; those after the last few have no track. */
const objects = Array.from({ length: COUNT }, (_, index) => ({
  id: id(index),
  kind: 'box',
  label: 'car',
  userLabel: null,
  confidence: 0.5,
  // Another order than that of the ids, in which tracks are stored.
  firstFrame: (index * 7919) % COUNT,
  lastFrame: COUNT,
  frameCount: 1,
  customData: {},
})) as StoredObject[];

const trackOf = (index: number): Keyframe[] =>
  [objects[index]?.firstFrame ?? 0, COUNT].map((frame) => ({
    frame,
    time: frame,
    x: index % 100 === 0 ? 0.9 : 0,
    y: 0,
    width: 0.05,
    height: 0.05,
  }));

function countingReader(): TrackReader & { readonly reads: { few: number; many: number } } {
  const reads = { few: 0, many: 0 };
  const indexOf = (name: string): number => Number(name.slice(1));
  return {
    reads,
    async few(ids) {
      reads.few += ids.length;
      return (name) => trackOf(indexOf(name));
    },
    async *many(ids) {
      reads.many++;
      const wanted = new Set(ids);
      for (const { id: name } of objects) if (wanted.has(name)) yield [name, trackOf(indexOf(name))];
    },
  };
}

const read = { inOrder: (sort: 'id') => ordered(objects, sort) };
const right = { x: 0.8, y: 0, width: 0.2, height: 1 };

test.each(['firstFrame', 'id'] as const)(
  'tracks are read in one pass, however few objects by %s are found, and are those of looking at all',
  async (sort) => {
    const tracks = countingReader();
    const search = { sort, region: right, range: undefined, hidden: undefined };
    const found: (readonly [StoredObject, string | undefined])[] = [];
    for await (const one of findObjects(read, tracks, search, (object) => object.id)) found.push(one);
    const wanted = ordered(objects, sort).filter(({ id: name }) => Number(name.slice(1)) % 100 === 0);
    expect(found.map(([object]) => object.id)).toEqual(wanted.map((object) => object.id));
    expect(found.every(([object, shown]) => shown === object.id)).toBe(true);
    expect(tracks.reads).toEqual({ few: 64, many: 1 });
  },
);

test('a page that the first objects fill reads the tracks of these alone', async () => {
  const tracks = countingReader();
  const search = { sort: 'id', region: { ...right, x: 0 }, range: undefined, hidden: undefined } as const;
  let count = 0;
  for await (const _ of findObjects(read, tracks, search, () => null)) if (++count === 20) break;
  expect(tracks.reads).toEqual({ few: 64, many: 0 });
});
