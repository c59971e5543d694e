import fc from 'fast-check';
import { expect, test } from 'vitest';
import { iou } from '../../../shared/kernel/geometry/box.ts';
import type { Detection } from '../../../shared/vision/network/detection.ts';
import { frameNms } from '../../../shared/vision/tracking/frame-nms.ts';
import { trackObjects } from '../../../shared/vision/tracking/track-objects.ts';

const person = { box: { x: 10, y: 20, width: 40, height: 100 }, score: 0.8, label: 'person' };
const repeated = { ...person, box: { ...person.box, x: 11 }, score: 0.7 };
const neighbour = { ...person, box: { ...person.box, x: 30 }, score: 0.7 };

test('of two boxes on one object the surest stays, whatever their labels', () => {
  expect(frameNms([repeated, person])).toEqual([person]);
  expect(frameNms([{ ...repeated, label: 'statue' }, person])).toEqual([person]);
  expect(frameNms([neighbour, person])).toEqual([person, neighbour]);
});

/** Few values, so that boxes, scores and labels are often equal. */
const detections = fc.array(
  fc.record<Detection>({
    box: fc.record({
      x: fc.constantFrom(0, 5, 30, 60),
      y: fc.constantFrom(0, 10),
      width: fc.constantFrom(40, 41),
      height: fc.constantFrom(80, 100),
    }),
    score: fc.constantFrom(0.3, 0.7, 0.9),
    label: fc.constantFrom('cat', 'dog'),
  }),
  { maxLength: 8 },
);

/** A video, and the same one with the detections of each frame in another order. */
const shuffled = fc
  .array(
    detections.chain((found) =>
      fc.tuple(
        fc.constant(found),
        fc.shuffledSubarray(found, { minLength: found.length, maxLength: found.length }),
      ),
    ),
    { minLength: 5, maxLength: 15 },
  )
  .map((pairs): readonly [Detection[][], Detection[][]] => [pairs.map(([a]) => a), pairs.map(([, b]) => b)]);

test('the order of the detections in a frame makes no difference to the tracks, their order included', () => {
  const track = (video: Detection[][]) => [
    ...trackObjects(video.map((found, i) => ({ frame: i, time: i / 5, detections: found }))),
  ];
  fc.assert(
    fc.property(shuffled, ([one, other]) => {
      expect(track(one)).toEqual(track(other));
    }),
    { numRuns: 200 },
  );
});

/** The definition: the surest first, each unless one that stays shows the same object. */
function plainNms(found: readonly Detection[]): Detection[] {
  const kept: Detection[] = [];
  for (const detection of found.toSorted((a, b) => b.score - a.score)) {
    const shown = kept.some(
      ({ box, label }) => iou(box, detection.box) > (label === detection.label ? 0.8 : 0.85),
    );
    if (!shown) kept.push(detection);
  }
  return kept;
}

/** Boxes of all sizes, some of them nearly the same, in a place large or small; no two as sure. */
const crowded = fc
  .record({
    size: fc.constantFrom(0.001, 1, 37.5, 5000),
    origin: fc.constantFrom(0, -300, 1e9),
    found: fc.array(
      fc.record({
        x: fc.double({ min: 0, max: 1, noNaN: true }),
        y: fc.double({ min: 0, max: 1, noNaN: true }),
        width: fc.double({ min: 0, max: 4, noNaN: true }),
        height: fc.double({ min: 0, max: 4, noNaN: true }),
        twins: fc.array(fc.double({ min: -0.15, max: 0.15, noNaN: true }), { maxLength: 4 }),
        label: fc.constantFrom('cat', 'dog'),
      }),
      { maxLength: 40 },
    ),
  })
  .map(({ size, origin, found }) =>
    found
      .flatMap(({ x, y, width, height, twins, label }, i) =>
        [0, ...twins].map((shift, k) => ({
          label: k % 2 === 0 ? label : 'cat',
          box: {
            x: origin + size * (x + shift * width),
            y: origin + size * (y - (shift * height) / 3),
            width: size * width * (1 + shift),
            height: size * height * (1 - shift / 2),
          },
          score: ((7 * i + 13 * k) % 97) / 97,
        })),
      )
      .map((detection, i) => ({ ...detection, score: detection.score + i * 1e-6 })),
  );

test('the kept ones are what comparing each detection with all that are kept would keep', () => {
  fc.assert(
    fc.property(crowded, (found) => {
      expect(frameNms(found)).toEqual(plainNms(found));
    }),
    { numRuns: 500 },
  );
});

test.each([
  ['no width', { x: 10, width: 0 }],
  ['no end', { x: 10, width: Number.POSITIVE_INFINITY }],
  ['neither a beginning nor an end', { x: Number.NEGATIVE_INFINITY, width: Number.POSITIVE_INFINITY }],
  ['a width that cannot be greater', { x: 10, width: Number.MAX_VALUE }],
  ['a width that is no number', { x: 10, width: Number.NaN }],
])('boxes with %s stay as they are', (_, side) => {
  const broken = { ...person, box: { ...person.box, ...side } };
  const found = [person, broken, { ...broken, score: 0.5 }];
  expect(frameNms(found)).toHaveLength(3);
  expect(plainNms(found)).toHaveLength(3);
});

test('each of many detections is compared with few', () => {
  let reads = 0;
  const watched = (width: number, at: number): Detection['box'] => ({
    x: 7 * (at % 200),
    y: 11 * Math.floor(at / 200),
    get width() {
      reads++;
      return width;
    },
    height: 60,
  });
  const readsFor = (count: number): number => {
    const found = Array.from({ length: count }, (_, i) => ({
      box: watched(20 + (i % 20), i),
      score: ((i * 7919) % count) / count,
      label: 'person',
    }));
    reads = 0;
    expect(frameNms(found)).toHaveLength(count);
    return reads / count;
  };
  expect(readsFor(8000)).toBeLessThan(2 * readsFor(1000));
});
