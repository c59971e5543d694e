import { expect, test } from 'vitest';
import { framesText, hiddenFramesText } from '../../../../../console/pages/video/objects/frame-ranges.ts';

test('the frames of a surface that is being tracked are not shown before they are known', () => {
  const frames = { firstFrame: 0, lastFrame: 0 };
  expect(framesText(frames, { tracking: 'running' })).toBe('being tracked');
  expect(framesText({ ...frames, tracked: false }, { tracking: 'running' })).toBe('being tracked');
  expect(framesText({ ...frames, tracked: false }, { tracking: 'failed' })).toBe('frame 0');
  expect(framesText({ firstFrame: 3, lastFrame: 40 }, { tracking: 'done' })).toBe('3–40');
  expect(framesText({ firstFrame: 3, lastFrame: 40 }, undefined)).toBe('3–40');
  expect(framesText({ firstFrame: 3, lastFrame: 3 }, undefined)).toBe('frame 3');
});

const box = { time: 0, x: 0.1, y: 0.1, width: 0.2, height: 0.2 };
const seen = (frame: number) => ({ ...box, frame });
const lost = (frame: number) => ({ ...seen(frame), hidden: true });

test('an object that is always seen has no such frames', () => {
  expect(hiddenFramesText([])).toBeNull();
  expect(hiddenFramesText([seen(3), seen(9)])).toBeNull();
});

test('stretches are shown by their first and last frame, a single frame by its number', () => {
  expect(hiddenFramesText([seen(0), lost(24), seen(72), seen(80), lost(90), seen(91)])).toBe('24–71, 90');
});

test('many stretches are counted', () => {
  const track = Array.from({ length: 5 }, (_, i) => [seen(20 * i), lost(20 * i + 10)]).flat();
  expect(hiddenFramesText([...track, seen(100)])).toBe('50 frames in 5 stretches');
});
