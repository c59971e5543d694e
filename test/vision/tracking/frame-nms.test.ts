import fc from 'fast-check';
import { expect, test } from 'vitest';
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
