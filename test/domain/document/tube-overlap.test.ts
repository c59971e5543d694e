import { expect, test } from 'vitest';
import type { BoxKeyframe } from '../../../shared/contract/schemas/metadata.ts';
import { type Tube, tubeOf, tubeOverlap } from '../../../shared/domain/document/tube-overlap.ts';

/** A box of width 0.2 and height 0.1 that lies at `x(frame)` in each keyframe. */
const keyframesAt = (frames: number[], x: (frame: number) => number): BoxKeyframe[] =>
  frames.map((frame) => ({ frame, time: frame / 25, x: x(frame), y: 0.3, width: 0.2, height: 0.1 }));

const tube = (frames: number[], x: (frame: number) => number): Tube => tubeOf(keyframesAt(frames, x));

/** Seen from the first to the last frame of each range. */
const seenIn = (x: (frame: number) => number, ...ranges: [first: number, last: number][]): Tube =>
  tubeOf(
    ranges.flatMap(([first, last], k) => {
      const seen = keyframesAt([first, last], x);
      const hidden = keyframesAt([last + 1], () => x(last)).map((keyframe) => ({
        ...keyframe,
        hidden: true,
      }));
      return k < ranges.length - 1 ? [...seen, ...hidden] : seen;
    }),
  );

const every = (first: number, last: number): number[] =>
  Array.from({ length: last - first + 1 }, (_, i) => first + i);
const still = () => 0.5;

test('a track overlaps itself wholly, whatever its keyframes', () => {
  const moving = (frame: number) => 0.1 + frame / 200;
  expect(tubeOverlap(tube([0, 100], moving), tube(every(0, 100), moving))).toBeCloseTo(1, 12);
  expect(tubeOverlap(tube([7], still), tube([7], still))).toBeCloseTo(1, 12);
});

test('the overlap is the mean IoU times the share of common frames', () => {
  const aside = () => 0.55;
  const iou = 0.15 / 0.25;
  expect(tubeOverlap(tube([0, 99], still), tube([0, 99], aside))).toBeCloseTo(iou, 12);
  expect(tubeOverlap(tube([0, 99], still), tube([0, 49], aside))).toBeCloseTo(iou / 2, 12);
  expect(tubeOverlap(tube([0, 99], still), tube([50, 149], aside))).toBeCloseTo(iou / 3, 12);
});

test('a box that slides across another overlaps it by the mean over the frames', () => {
  const sliding = tube([0, 1000], (frame) => 0.5 + (frame / 1000) * 0.2);
  const exact = 2 * Math.log(2) - 1;
  expect(tubeOverlap(tube([0, 1000], still), sliding)).toBeCloseTo(exact, 2);
});

test('tracks apart in time or space do not overlap', () => {
  expect(tubeOverlap(tube([0, 10], still), tube([11, 20], still))).toBe(0);
  expect(
    tubeOverlap(
      tube([0, 10], still),
      tube([0, 10], () => 0.8),
    ),
  ).toBe(0);
  expect(tubeOverlap(tube([0, 10], still), tubeOf([]))).toBe(0);
});

test('frames in which one of the two is hidden say nothing', () => {
  const moving = (frame: number) => 0.1 + frame / 500;
  const hiding = seenIn(moving, [0, 30], [80, 100]);
  expect(tubeOverlap(hiding, hiding)).toBeCloseTo(1, 12);
  expect(tubeOverlap(tube([0, 100], moving), hiding)).toBeCloseTo(1, 12);
  expect(tubeOverlap(hiding, tube([0, 100], moving))).toBeCloseTo(1, 12);
});

test('an object that is hidden most of the time is compared where it is seen', () => {
  const away = (frame: number) => (frame < 10 || frame > 90 ? 0.5 : 0.9);
  const mostlyHidden = seenIn(still, [0, 9], [91, 100]);
  expect(tubeOverlap(mostlyHidden, tube(every(0, 100), away))).toBeCloseTo(1, 12);
  expect(
    tubeOverlap(
      mostlyHidden,
      tube(every(0, 100), () => 0.9),
    ),
  ).toBe(0);
});

test('frames outside of the other track count against it, hidden ones not', () => {
  const hiding = seenIn(still, [0, 19], [80, 99]);
  expect(tubeOverlap(hiding, tube([0, 19], still))).toBeCloseTo(20 / 40, 12);
  expect(tubeOverlap(hiding, tube([0, 59], still))).toBeCloseTo(20 / 40, 12);
  expect(tubeOverlap(hiding, tube([40, 60], still))).toBe(0);
});

test('two tracks that are seen by turns have next to nothing in common', () => {
  const early = seenIn(still, [0, 49], [100, 100]);
  const late = seenIn(still, [0, 0], [51, 100]);
  expect(tubeOverlap(early, late)).toBeCloseTo(2 / 51, 12);
});

test('results below the least one asked for may be 0, others are not', () => {
  const hiding = seenIn(still, [0, 19], [80, 99]);
  expect(tubeOverlap(hiding, tube([0, 19], still), 0.6)).toBe(0);
  expect(tubeOverlap(hiding, tube([0, 19], still), 0.5)).toBeCloseTo(0.5, 12);
});
