import { describe, expect, test } from 'vitest';
import { frameShownAt, framesShownBetween } from '../../../shared/service/objects/frame-times.ts';

/** Frames that last 0.1 s, 0.4 s and 0.5 s, of a recording that begins at 5 s. */
const index = {
  timescale: 1000,
  times: Float64Array.of(5, 5.1, 5.5),
  endTime: 6,
  keyFrames: Uint32Array.of(0),
};

describe('the frame that is shown at a time', () => {
  test.each([
    [4.9, null],
    [4.9995, 0],
    [5, 0],
    [5.0984, 0],
    // What a document says, rounded down, of a frame that appears a moment later.
    [5.0999995, 1],
    [5.4, 1],
    [5.999, 2],
    [6, null],
  ])('%d s: %j', (time, frame) => {
    expect(frameShownAt(index, time)).toBe(frame);
  });
});

describe('the frames that are shown from one time to another', () => {
  test.each<[number | undefined, number | undefined, [number, number] | null]>([
    [undefined, undefined, [0, 2]],
    [undefined, 5.1, [0, 1]],
    [5.2, 5.3, [1, 1]],
    [4, 5.05, [0, 0]],
    [5.6, 100, [2, 2]],
    [0, 4.9, null],
    [6, undefined, null],
  ])('%j to %j: %j', (from, to, frames) => {
    expect(framesShownBetween(index, from, to)).toEqual(frames && { first: frames[0], last: frames[1] });
  });
});
