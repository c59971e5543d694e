import { describe, expect, test } from 'vitest';
import { frameRate } from '../../../shared/media/probe/frame-rate.ts';

const rate = (ticks: readonly number[], timescale: number, lastTicks = 1, announced?: number): number =>
  frameRate(
    {
      timescale,
      times: Float64Array.from(ticks, (tick) => tick / timescale),
      endTime: ((ticks.at(-1) ?? 0) + lastTicks) / timescale,
      keyFrames: Uint32Array.of(0),
    },
    announced,
  );

/** So many frames a step apart, each time rounded to the tick. */
const even = (frames: number, step: number, start = 0): number[] =>
  Array.from({ length: frames }, (_, frame) => Math.round(start + frame * step));

describe('the rate of equal steps is exactly one over the step', () => {
  test('however few frames there are, and however long the last one is', () => {
    for (const frames of [2, 3, 4, 30, 1000]) {
      for (const last of [0, 512, 1, 15_360]) expect(rate(even(frames, 512), 15_360, last)).toBe(30);
      expect(rate(even(frames, 1001), 30_000, 1574)).toBe(30_000 / 1001);
      expect(rate(even(frames, 33, 700), 1000)).toBe(1000 / 33);
    }
  });

  test('where the step is no whole number of ticks', () => {
    for (const start of [0, 0.3, 66.7]) {
      for (const frames of [10, 11, 100, 1000, 20_000]) {
        for (const fps of [24, 25, 30, 48, 60, 120]) {
          expect(rate(even(frames, 1000 / fps, start), 1000)).toBe(fps);
        }
      }
    }
    for (const frames of [200, 20_000]) {
      for (const fps of [24, 30, 60]) {
        expect(rate(even(frames, (1000 * 1001) / (fps * 1000)), 1000)).toBeCloseTo((fps * 1000) / 1001, 9);
      }
    }
    expect(rate(even(50, 3753.75), 90_000)).toBeCloseTo(24_000 / 1001, 9);
  });

  test('though frames are missing here and there, or before the last one', () => {
    for (const missing of [1, 7, 28]) {
      expect(rate(even(30, 512).toSpliced(missing, 1), 15_360, 512)).toBe(30);
      expect(rate(even(30, 1000 / 30).toSpliced(missing, 1), 1000, 33)).toBe(30);
    }
    for (const [step, timescale] of [
      [512, 15_360],
      [1000 / 30, 1000],
    ] as const) {
      const all = even(600, step);
      expect(rate(all.toSpliced(20, 1).toSpliced(7, 1), timescale)).toBe(30);
      expect(rate(all.toSpliced(100, 150), timescale)).toBe(30);
    }
    expect(rate(even(6, 512).toSpliced(4, 1), 15_360, 512)).toBe(30);
    expect(rate(even(9, 1000 / 30).toSpliced(7, 1), 1000, 33)).toBe(30);
  });

  test('not where so many are missing that it is a rhythm, or a pause is no whole number of steps', () => {
    expect(rate(even(4, 512).toSpliced(2, 1), 15_360, 512)).toBeCloseTo(22.5);
    const film = even(100, 512).filter((_, frame) => frame % 5 !== 3);
    expect(rate(film, 15_360, 512)).toBeCloseTo(24);
    const paused = even(30, 512).map((tick, frame) => (frame < 15 ? tick : tick + 700));
    expect(rate(paused, 15_360, 512)).toBeCloseTo(30 / (30 / 30 + 700 / 15_360));
  });

  test('as the container announces it, where the times agree', () => {
    expect(rate([0, 33], 1000, 33, 0.033_333_333)).toBe(30);
    expect(rate([0, 33], 1000, 33, 0.033_366_666)).toBe(30_000 / 1001);
    expect(rate([0, 33], 1000, 33, 0.04)).toBe(1000 / 33);
    expect(rate([0, 67, 133], 1000, 67, 0.066_666_667)).toBe(15);
    expect(rate([0, 33, 90], 1000, 30, 0.033_333_333)).toBeCloseTo(25);
    expect(rate([0, 33, 100], 1000, 33, 0.033_333_333)).toBe(30);
    expect(rate([0, 67, 133, 200], 1000, 67, 0.033_333_333)).toBeCloseTo(15);
  });

  test('of an unusual rate, and of steps that drift by a tick, the mean step counts', () => {
    expect(rate(even(1001, 70.4), 1000)).toBeCloseTo(1000 / 70.4, 6);
    expect(rate([0, 33, 66, 99, 132, 166, 200, 234, 268], 1000, 34)).toBeCloseTo(8 / 0.268);
  });
});

test('a single frame: one over its duration, or nothing', () => {
  expect(rate([40], 1000, 500)).toBe(2);
  expect(rate([40], 1000, 0)).toBe(0);
  expect(rate([40], 1000, 17, 0.016_666_667)).toBe(60);
  expect(rate([40], 1000, 500, 0.016_666_667)).toBe(2);
});

describe('otherwise it is the mean', () => {
  test('the frames over the time in which they are shown', () => {
    expect(rate([10, 11, 13, 20, 21], 10)).toBeCloseTo(5 / 1.2);
    expect(rate([0, 3000, 6000, 9003, 12_003], 90_000, 3000)).toBeCloseTo(5 / (15_003 / 90_000));
  });

  test('frames that share one time', () => {
    expect(rate([5, 5, 5], 10)).toBeCloseTo(30);
    expect(rate([5, 5, 5], 10, 0)).toBe(0);
  });
});
