import { expect, test } from 'vitest';
import { framesText } from '../../../../../console/pages/video/objects/frames-text.ts';

test('the frames of a surface that is being followed are not told before they are known', () => {
  const frames = { firstFrame: 0, lastFrame: 0 };
  expect(framesText(frames, { tracking: 'running' })).toBe('being followed');
  expect(framesText({ ...frames, tracked: false }, { tracking: 'running' })).toBe('being followed');
  expect(framesText({ ...frames, tracked: false }, { tracking: 'failed' })).toBe('frame 0');
  expect(framesText({ firstFrame: 3, lastFrame: 40 }, { tracking: 'done' })).toBe('3–40');
  expect(framesText({ firstFrame: 3, lastFrame: 40 }, undefined)).toBe('3–40');
  expect(framesText({ firstFrame: 3, lastFrame: 3 }, undefined)).toBe('frame 3');
});
