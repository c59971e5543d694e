import { expect, test } from 'vitest';
import { type Tube, tubeOverlap } from '../../../shared/domain/document/tube-overlap.ts';

/** A box of width 0.2 and height 0.1 that lies at `x(frame)` in each keyframe. */
const tube = (frames: number[], x: (frame: number) => number): Tube => ({
  firstFrame: Math.min(...frames),
  lastFrame: Math.max(...frames),
  keyframes: frames.map((frame) => ({
    frame,
    time: frame / 25,
    x: x(frame),
    y: 0.3,
    width: 0.2,
    height: 0.1,
  })),
});

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
  expect(tubeOverlap(tube([0, 10], still), { firstFrame: 0, lastFrame: 10, keyframes: [] })).toBe(0);
});
