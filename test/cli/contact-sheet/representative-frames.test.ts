import fc from 'fast-check';
import { expect, test } from 'vitest';
import { representativeFrames } from '../../../cli/contact-sheet/representative-frames.ts';

test('without objects the frames are the middles of equal parts', () => {
  expect(representativeFrames(120, 4, () => 0)).toEqual([15, 45, 75, 105]);
});

test('a part with objects is shown where the most of them are', () => {
  const objectsIn = (frame: number) =>
    Number(frame >= 40 && frame <= 60) + Number(frame >= 55 && frame <= 58);
  const frames = representativeFrames(100, 1, objectsIn);
  expect(frames).toHaveLength(1);
  expect(frames[0]).toBeGreaterThanOrEqual(55);
  expect(frames[0]).toBeLessThanOrEqual(58);
});

test('every frame of a video with few of them is shown', () => {
  expect(representativeFrames(3, 12, () => 0)).toEqual([0, 1, 2]);
  expect(representativeFrames(0, 12, () => 0)).toEqual([]);
});

test('the frames exist, ascend, and one lies in each part', () => {
  const counts = fc.array(fc.nat(5), { minLength: 1 });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5000 }), counts, (total, objects) => {
      const frames = representativeFrames(total, 12, (frame) => objects[frame % objects.length] ?? 0);
      const parts = Math.min(12, total);
      expect(frames).toHaveLength(parts);
      for (const [part, frame] of frames.entries()) {
        expect(frame).toBeGreaterThanOrEqual(Math.floor((part * total) / parts));
        expect(frame).toBeLessThan(Math.floor(((part + 1) * total) / parts));
      }
    }),
  );
});
