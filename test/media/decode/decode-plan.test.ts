import { describe, expect, test } from 'vitest';
import { planDecoding } from '../../../shared/media/decode/decode-plan.ts';
import type { FrameIndex } from '../../../shared/media/probe/frame-index.ts';
import { isHiddenPicture } from '../../../shared/media/reading/hidden-picture.ts';

const index: FrameIndex = {
  timescale: 30,
  times: Float64Array.from({ length: 120 }, (_, i) => i / 30),
  endTime: 4,
  keyFrames: Uint32Array.of(0, 50, 52, 100),
};

describe('decoding is planned around key frames', () => {
  test('a stretch without wanted frames is skipped where a key frame allows it', () => {
    expect(planDecoding(index, [3, 110])).toEqual([
      { keyFrame: 0, frames: [3] },
      { keyFrame: 100, frames: [110] },
    ]);
  });

  test('frames of one group of pictures are decoded in one go', () => {
    expect(planDecoding(index, [55, 70, 99])).toEqual([{ keyFrame: 52, frames: [55, 70, 99] }]);
  });

  test('a key frame just ahead is not worth a new start', () => {
    expect(planDecoding(index, [49, 51, 53])).toEqual([{ keyFrame: 0, frames: [49, 51, 53] }]);
  });
});

describe('pictures that are not shown', () => {
  test.each([
    ['vp8', [0x10], false],
    ['vp8', [0x00], true],
    ['vp9, shown', [0x82], false],
    ['vp9, not shown', [0x80], true],
    ['vp9, shows an earlier picture', [0x88], false],
    ['vp9, profile 3, not shown', [0xb0], true],
    ['vp9, profile 3, shown', [0xb1], false],
    ['vp9, superframe that ends with a shown picture', [0x80, 0, 0, 0xc9], false],
    ['avc', [0x00], false],
  ])('%s', (name, bytes, hidden) => {
    const codec = name.slice(0, 3) as 'vp8' | 'vp9' | 'avc';
    expect(isHiddenPicture(codec, Uint8Array.from(bytes))).toBe(hidden);
  });
});
