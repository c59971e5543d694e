import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  decodeStart,
  type FrameIndex,
  frameAt,
  sampleFrames,
} from '../../../shared/media/probe/frame-index.ts';
import { decodeFrameIndex, encodeFrameIndex } from '../../../shared/media/probe/frame-index-codec.ts';

function indexOf(
  ticks: readonly number[],
  timescale: number,
  keyFrames: readonly number[] = [0],
): FrameIndex {
  return {
    timescale,
    times: Float64Array.from(ticks, (tick) => tick / timescale),
    endTime: ((ticks.at(-1) ?? 0) + 1) / timescale,
    keyFrames: Uint32Array.from(keyFrames),
  };
}

const constantRate = (fps: number, frames: number): FrameIndex => indexOf([...Array(frames).keys()], fps);

/** Any index a file could have: irregular steps, repeated times, a delayed start. */
const anyIndex = fc
  .record({
    timescale: fc.integer({ min: 1, max: 1_000_000_000 }),
    start: fc.integer({ min: 0, max: 2 ** 40 }),
    steps: fc.array(fc.integer({ min: 0, max: 100_000 }), { minLength: 1, maxLength: 60 }),
    keys: fc.array(fc.boolean(), { minLength: 60, maxLength: 60 }),
  })
  .map(({ timescale, start, steps, keys }) => {
    let tick = start;
    const ticks = steps.map((step) => (tick += step));
    return indexOf(
      ticks,
      timescale,
      ticks.flatMap((_, i) => (i === 0 || keys[i] ? [i] : [])),
    );
  });

describe('lookups', () => {
  const index = indexOf([10, 11, 13, 20, 21], 10, [0, 3]);

  test('a time belongs to the frame that appeared last', () => {
    expect([1, 1.05, 1.1, 1.29, 1.3, 1.99, 2, 99].map((time) => frameAt(index, time))).toEqual([
      0, 0, 1, 1, 2, 2, 3, 4,
    ]);
  });

  test('before the first frame there is frame 0', () => {
    expect(frameAt(index, -5)).toBe(0);
  });

  test('decoding begins at the key frame at or before the frame', () => {
    expect([0, 1, 2, 3, 4].map((frame) => decodeStart(index, frame))).toEqual([0, 0, 0, 3, 3]);
  });
});

describe('sampling', () => {
  test('5 of 30 frames a second are every sixth', () => {
    expect(sampleFrames(constantRate(30, 20), 5)).toEqual([0, 6, 12, 18]);
  });

  test('a rate at or above the source takes every frame', () => {
    for (const fps of [30, 60, 1000]) expect(sampleFrames(constantRate(30, 50), fps)).toHaveLength(50);
  });

  test('timestamps rounded to milliseconds do not lose frames at the source rate', () => {
    const ticks = Array.from({ length: 300 }, (_, i) => Math.round((i * 1000) / 30));
    expect(sampleFrames(indexOf(ticks, 1000), 30)).toHaveLength(300);
    expect(sampleFrames(indexOf(ticks, 1000), 5)).toEqual(Array.from({ length: 50 }, (_, i) => i * 6));
  });

  test('a pause in the video costs no samples after it', () => {
    expect(sampleFrames(indexOf([0, 1, 2, 100, 101, 102], 10), 5)).toEqual([0, 2, 3, 5]);
  });

  test('frame 0 is always taken, the frames ascend, and no window holds more than fps a second', () => {
    fc.assert(
      fc.property(anyIndex, fc.double({ min: 0.01, max: 120, noNaN: true }), (index, fps) => {
        const frames = sampleFrames(index, fps);
        const { times } = index;
        const extent = (times.at(-1) ?? 0) - (times[0] ?? 0);
        expect(frames[0]).toBe(0);
        expect(frames.length).toBeLessThanOrEqual(Math.floor(extent * fps + 1e-6) + 2);
        expect(frames.every((frame, i) => i === 0 || frame > (frames[i - 1] ?? 0))).toBe(true);
        expect(sampleFrames(index, fps)).toEqual(frames);
      }),
    );
  });

  test('an invalid rate is a RangeError', () => {
    for (const fps of [0, -1, Number.NaN])
      expect(() => sampleFrames(constantRate(30, 2), fps)).toThrow(RangeError);
  });
});

describe('the stored form', () => {
  test('gives back exactly what was stored', () => {
    fc.assert(
      fc.property(anyIndex, (index) => {
        expect(decodeFrameIndex(encodeFrameIndex(index))).toEqual(index);
      }),
    );
  });

  test('takes less than a kilobyte for an hour at a constant rate', () => {
    expect(encodeFrameIndex(constantRate(30, 108_000)).length).toBeLessThan(1024);
  });

  test('refuses other versions and damage instead of misreading them', () => {
    const stored = encodeFrameIndex(constantRate(30, 1000));
    const otherVersion = stored.with(3, 2);
    for (const bytes of [new Uint8Array(0), otherVersion, stored.subarray(0, 20), stored.with(30, 0xff)]) {
      expect(() => decodeFrameIndex(bytes)).toThrow(RangeError);
    }
  });
});
