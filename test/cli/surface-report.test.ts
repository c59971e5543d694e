import { expect, test } from 'vitest';
import { surfaceReport } from '../../cli/surface-report.ts';

const corners = [
  { x: 0.1, y: 0.1 },
  { x: 0.5, y: 0.1 },
  { x: 0.5, y: 0.5 },
  { x: 0.1, y: 0.5 },
];
const keyframe = (frame: number, hidden = false) => ({
  frame,
  time: frame / 10,
  corners,
  ...(hidden && { hidden }),
});

/** A surface from frame 10 to `last`, lost in frames 20 to 29 where it goes that far. */
const surface = (last: number, confidence: number) => ({
  id: 'surface_1',
  kind: 'surface' as const,
  label: 'surface',
  userLabel: 'Board',
  confidence,
  firstFrame: 10,
  lastFrame: last,
  frameCount: last - 9,
  customData: {},
  track: [keyframe(10), keyframe(20, true), keyframe(30), keyframe(last)].filter(
    ({ frame }) => frame <= last,
  ),
});
const reportOf = (last: number, confidence: number, totalFrames = 100) =>
  surfaceReport('Board', surface(last, confidence), { totalFrames }, 'v1');

test('frames in which the surface was lost do not count as seen', () => {
  expect(reportOf(40, 0.9)).toEqual({
    summary: 'Tracked Board: seen in 21 of 100 frames, frames 10 to 40',
    doubt: null,
  });
});

test('one that was seen in the marked frame alone is doubted, whatever its confidence', () => {
  const { summary, doubt } = reportOf(10, 1);
  expect(summary).toBe('Tracked Board: seen in 1 of 100 frames, frame 10');
  expect(doubt).toContain('seen in the marked frame alone');
});

test('in a video of one frame there is nothing to doubt', () => {
  expect(reportOf(10, 1, 1)).toEqual({
    summary: 'Tracked Board: seen in 1 of 1 frame, frame 10',
    doubt: null,
  });
});

test('corners that are more likely wrong than right are doubted, with where to look at them', () => {
  const doubt =
    'Its corners are unsure, with a confidence of 30 %: "vms contact-sheet v1 --out sheet.jpg" shows them.';
  // The marked frame is sure: 1 + 20 times 0.3 of 21 frames.
  expect(reportOf(40, 7 / 21).doubt).toBe(doubt);
  expect(reportOf(40, 11.1 / 21).doubt).toBeNull();
});

test('in a short track the certain marked frame does not hide that the others are unsure', () => {
  const two = { ...surface(11, 0.6), track: [keyframe(10), keyframe(11)] };
  expect(surfaceReport('Board', two, { totalFrames: 9 }, 'v1').doubt).toContain('a confidence of 20 %');
});

test('one that was seen in hardly any of the frames is doubted, however sure its corners are', () => {
  expect(reportOf(18, 1)).toEqual({
    summary: 'Tracked Board: seen in 9 of 100 frames, frames 10 to 18',
    doubt: expect.stringContaining('It was soon lost'),
  });
  expect(reportOf(19, 1).doubt).toBeNull();
});
