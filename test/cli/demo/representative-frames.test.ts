import fc from 'fast-check';
import { expect, test } from 'vitest';
import { representativeFrames } from '../../../cli/demo/representative-frames.ts';

test('without objects the frames are the middles of equal parts', () => {
  expect(representativeFrames(120, 4, [])).toEqual([15, 45, 75, 105]);
});

test('a part with objects is shown where the most of them are', () => {
  const appearances = [
    { firstFrame: 40, lastFrame: 60 },
    { firstFrame: 55, lastFrame: 58 },
  ];
  const frames = representativeFrames(100, 1, appearances);
  expect(frames).toHaveLength(1);
  expect(frames[0]).toBeGreaterThanOrEqual(55);
  expect(frames[0]).toBeLessThanOrEqual(58);
});

test('every frame of a video with few of them is shown', () => {
  expect(representativeFrames(3, 12, [])).toEqual([0, 1, 2]);
  expect(representativeFrames(0, 12, [])).toEqual([]);
});

test('the frames exist, ascend, and one lies in each part', () => {
  const appearance = fc
    .tuple(fc.nat(5000), fc.nat(5000))
    .map(([firstFrame, length]) => ({ firstFrame, lastFrame: firstFrame + length }));
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5000 }), fc.array(appearance), (total, appearances) => {
      const frames = representativeFrames(total, 12, appearances);
      const parts = Math.min(12, total);
      expect(frames).toHaveLength(parts);
      for (const [part, frame] of frames.entries()) {
        expect(frame).toBeGreaterThanOrEqual(Math.floor((part * total) / parts));
        expect(frame).toBeLessThan(Math.floor(((part + 1) * total) / parts));
      }
    }),
  );
});
