import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { BoxKeyframe, StoredObject } from '../../../shared/contract/schemas/metadata.ts';
import type { Tracks } from '../../../shared/domain/document/document.ts';
import {
  type DetectedObject,
  mergeDetectedObjects,
} from '../../../shared/domain/document/merge-detected-objects.ts';
import { countedIds, deepFreeze, sampleSections, sampleTracks } from './documents.ts';

interface Current {
  objects: Record<string, StoredObject>;
  tracks: Tracks;
}

const FPS = 25;
const NOTHING: Current = { objects: {}, tracks: {} };

/** A box of 0.1 × 0.1 that moves evenly from one place to another. */
function detection(
  frames: [first: number, last: number],
  from: [x: number, y: number],
  to: [x: number, y: number] = from,
  members: Partial<DetectedObject> = {},
): DetectedObject {
  const [firstFrame, lastFrame] = frames;
  const keyframe = (frame: number, [x, y]: [number, number]): BoxKeyframe => ({
    frame,
    time: frame / FPS,
    x,
    y,
    width: 0.1,
    height: 0.1,
  });
  return {
    label: 'car',
    confidence: 0.8,
    firstFrame,
    lastFrame,
    frameCount: lastFrame - firstFrame + 1,
    keyframes: [keyframe(firstFrame, from), keyframe(lastFrame, to)],
    ...members,
  };
}

const annotate = (current: Current, id: string, members: Partial<StoredObject>): Current => {
  const object = current.objects[id];
  if (object === undefined) throw new Error(`There is no object ${id}.`);
  return { ...current, objects: { ...current.objects, [id]: { ...object, ...members } } };
};

const merge = (current: Current, detected: DetectedObject[], prefix = 'obj_') =>
  deepFreeze(mergeDetectedObjects(deepFreeze(current), deepFreeze(detected), countedIds(prefix)));

const twoCars = [detection([0, 100], [0.1, 0.1], [0.6, 0.1]), detection([50, 150], [0.8, 0.7])];

describe('mergeDetectedObjects', () => {
  test('takes the probability of a label from the job, and none from the job before', () => {
    const path = [0.1, 0.1] as [number, number];
    const named = merge(NOTHING, [detection([0, 100], path, path, { labelConfidence: 0.7 })]);
    expect(named.objects.obj_1).toMatchObject({ confidence: 0.8, labelConfidence: 0.7 });
    expect(merge(named, [detection([0, 100], path)]).objects.obj_1).not.toHaveProperty('labelConfidence');
    const again = merge(named, [detection([0, 100], path, path, { labelConfidence: 0.9 })]);
    expect(again.objects.obj_1?.labelConfidence).toBe(0.9);
  });

  test('makes one object with its track of each detection', () => {
    const { objects, tracks, kept, added, removed } = merge(NOTHING, twoCars);
    expect({ kept, added, removed }).toEqual({ kept: 0, added: 2, removed: 0 });
    expect(objects.obj_1).toEqual({
      id: 'obj_1',
      kind: 'box',
      label: 'car',
      userLabel: null,
      confidence: 0.8,
      firstFrame: 0,
      lastFrame: 100,
      frameCount: 101,
      customData: {},
    });
    expect(tracks.obj_1).toEqual(twoCars[0]?.keyframes);
    expect(Object.keys(tracks)).toEqual(['obj_1', 'obj_2']);
  });

  test('an object found again keeps id, userLabel and customData and takes the rest', () => {
    const first = annotate(merge(NOTHING, twoCars), 'obj_1', { userLabel: 'Taxi', customData: { plate: 7 } });
    const again = detection([5, 95], [0.13, 0.11], [0.57, 0.11], { confidence: 0.95, frameCount: 90 });
    const { objects, tracks, kept, added, removed } = merge(first, [again], 'next_');
    expect({ kept, added, removed }).toEqual({ kept: 1, added: 0, removed: 1 });
    expect(objects).toEqual({
      obj_1: expect.objectContaining({
        userLabel: 'Taxi',
        customData: { plate: 7 },
        confidence: 0.95,
        firstFrame: 5,
        lastFrame: 95,
        frameCount: 90,
      }),
    });
    expect(tracks).toEqual({ obj_1: again.keyframes });
  });

  test('objects that cross keep their ids: whole paths are compared, not single frames', () => {
    const right = detection([0, 100], [0.1, 0.5], [0.8, 0.5]);
    const left = detection([0, 100], [0.8, 0.5], [0.1, 0.5]);
    const first = merge(NOTHING, [right, left]);
    const { tracks } = merge(first, [left, right], 'next_');
    expect(tracks).toEqual({ obj_1: right.keyframes, obj_2: left.keyframes });
  });

  test('the best fit wins when two detections lie near one object', () => {
    const first = merge(NOTHING, [detection([0, 100], [0.5, 0.5])]);
    const near = detection([0, 100], [0.52, 0.5]);
    const nearer = detection([0, 100], [0.505, 0.5]);
    const { tracks, added } = merge(first, [near, nearer], 'next_');
    expect(tracks).toEqual({ obj_1: nearer.keyframes, next_1: near.keyframes });
    expect(added).toBe(1);
  });

  test.each([
    ['elsewhere', detection([0, 100], [0.3, 0.5])],
    ['at another time', detection([101, 200], [0.1, 0.5])],
    ['for a third of the time', detection([0, 33], [0.1, 0.5])],
    ['as something else a little aside', detection([0, 100], [0.12, 0.5], [0.12, 0.5], { label: 'person' })],
  ])('an object seen %s is another one', (_, other) => {
    const first = merge(NOTHING, [detection([0, 100], [0.1, 0.5])]);
    const { objects, kept, added, removed } = merge(first, [other], 'next_');
    expect(Object.keys(objects)).toEqual(['next_1']);
    expect({ kept, added, removed }).toEqual({ kept: 0, added: 1, removed: 1 });
  });

  test.each([
    ['a little aside', detection([0, 100], [0.12, 0.5])],
    ['for half of the time', detection([0, 50], [0.1, 0.5])],
    [
      'under another name in the same place',
      detection([0, 100], [0.105, 0.5], [0.105, 0.5], { label: 'van' }),
    ],
  ])('an object seen %s is the same', (_, other) => {
    const first = merge(NOTHING, [detection([0, 100], [0.1, 0.5])]);
    const { objects } = merge(first, [other], 'next_');
    expect(Object.keys(objects)).toEqual(['obj_1']);
    expect(objects.obj_1?.label).toBe(other.label);
  });

  /** Seen in the given frames only. */
  const hiding = (...ranges: [first: number, last: number][]): DetectedObject => ({
    ...detection([ranges[0]?.[0] ?? 0, ranges.at(-1)?.[1] ?? 0], [0.1, 0.5]),
    keyframes: ranges.flatMap((range, k) => {
      const seen = detection(range, [0.1, 0.5]).keyframes;
      const hidden = detection([range[1] + 1, range[1] + 1], [0.1, 0.5]).keyframes[0];
      return hidden && k < ranges.length - 1 ? [...seen, { ...hidden, hidden: true }] : seen;
    }),
  });

  test.each([
    ['with hidden stretches as before', hiding([0, 20], [80, 100]), hiding([0, 20], [80, 100])],
    ['with hidden stretches now', detection([0, 100], [0.1, 0.5]), hiding([0, 20], [80, 100])],
    ['without hidden stretches now', hiding([0, 20], [80, 100]), detection([0, 100], [0.1, 0.5])],
  ])('an object seen %s is the same', (_, before, now) => {
    const { objects, tracks } = merge(merge(NOTHING, [before]), [now], 'next_');
    expect(Object.keys(objects)).toEqual(['obj_1']);
    expect(tracks.obj_1).toEqual(now.keyframes);
  });

  test('a detection where an object is hidden is another object', () => {
    const first = merge(NOTHING, [hiding([0, 20], [80, 100])]);
    const { objects } = merge(first, [detection([25, 75], [0.1, 0.5])], 'next_');
    expect(Object.keys(objects)).toEqual(['next_1']);
  });

  test('one label goes before a better fit of another', () => {
    const first = merge(NOTHING, [detection([0, 100], [0.5, 0.5])]);
    const rider = detection([0, 100], [0.5, 0.5], [0.5, 0.5], { label: 'person' });
    const car = detection([0, 100], [0.52, 0.5]);
    expect(merge(first, [rider, car], 'next_').tracks).toEqual({
      obj_1: car.keyframes,
      next_1: rider.keyframes,
    });
  });

  test('an object that is not found again is removed unless it has annotations', () => {
    const detected = [0.1, 0.3, 0.5].map((x) => detection([0, 100], [x, 0.5]));
    const labelled = annotate(merge(NOTHING, detected), 'obj_1', { userLabel: 'Anna' });
    const first = annotate(labelled, 'obj_2', { customData: { checked: true } });
    const { objects, tracks, kept, added, removed } = merge(first, [], 'next_');
    expect({ kept, added, removed }).toEqual({ kept: 2, added: 0, removed: 1 });
    expect(objects).toEqual({ obj_1: first.objects.obj_1, obj_2: first.objects.obj_2 });
    expect(tracks).toEqual({ obj_1: detected[0]?.keyframes, obj_2: detected[1]?.keyframes });
  });

  test('surfaces stay as they are and are never taken for a detection', () => {
    const { objects } = sampleSections();
    const tracks = sampleTracks();
    const full = detection([5, 10], [0, 0], [0, 0], {
      label: 'Wall',
      keyframes: [{ frame: 5, time: 0.2, x: 0, y: 0, width: 1, height: 1 }],
    });
    const merged = merge({ objects, tracks }, [full]);
    expect(merged.objects.b).toEqual(objects.b);
    expect(merged.tracks.b).toEqual(tracks.b);
    expect(merged.tracks.obj_1).toEqual(full.keyframes);
    expect(merged).toMatchObject({ kept: 1, added: 1, removed: 0 });
  });

  test('an id in use is never given to a new object, not even that of one removed just now', () => {
    const first = merge(NOTHING, [detection([0, 100], [0.1, 0.1])]);
    const { objects } = merge(first, [detection([0, 100], [0.9, 0.9])]);
    expect(Object.keys(objects)).toEqual(['obj_2']);
  });

  test('an id that comes twice is given once', () => {
    const ids = ['obj_1', 'obj_1', 'obj_2'].values();
    const { objects } = mergeDetectedObjects(NOTHING, twoCars, () => ids.next().value ?? 'none');
    expect(Object.keys(objects)).toEqual(['obj_1', 'obj_2']);
  });

  const place = fc.tuple(fc.integer({ min: 0, max: 8 }), fc.integer({ min: 0, max: 8 }));
  const anyDetection = fc
    .tuple(fc.nat(200), fc.nat(100), place, place, fc.constantFrom('car', 'person'))
    .map(([first, length, [x, y], [u, v], label]) =>
      detection([first, first + length + 1], [x / 10, y / 10], [u / 10, v / 10], { label }),
    );
  const anyDetections = fc.uniqueArray(anyDetection, {
    maxLength: 12,
    selector: ({ firstFrame, lastFrame, keyframes, label }) =>
      JSON.stringify([firstFrame, lastFrame, keyframes, label]),
  });

  test('the same result taken in twice changes nothing', () => {
    fc.assert(
      fc.property(anyDetections, (detected) => {
        const once = merge(NOTHING, detected);
        const twice = merge(once, detected, 'next_');
        expect(twice.objects).toEqual(once.objects);
        expect(twice.tracks).toEqual(once.tracks);
        expect(twice).toMatchObject({ kept: detected.length, added: 0, removed: 0 });
      }),
    );
  });

  test('any two results in a row: every detection is one object, annotations survive, counts add up', () => {
    fc.assert(
      fc.property(anyDetections, anyDetections, fc.nat(11), (before, detected, pick) => {
        const plain = merge(NOTHING, before);
        const named = Object.keys(plain.objects)[pick];
        const first = named === undefined ? plain : annotate(plain, named, { userLabel: 'Mine' });
        const { objects, tracks, kept, added, removed } = merge(first, detected, 'next_');
        expect(Object.keys(tracks)).toEqual(Object.keys(objects));
        expect(kept + removed).toBe(before.length);
        expect(kept + added).toBe(Object.keys(objects).length);
        const extra = Object.keys(objects).length - detected.length;
        expect(extra === 0 || (extra === 1 && named !== undefined)).toBe(true);
        for (const { keyframes } of detected) expect(Object.values(tracks)).toContainEqual(keyframes);
        if (named !== undefined) expect(objects[named]?.userLabel).toBe('Mine');
      }),
    );
  });
});
