import type { Direction, SurfaceTracking, UnitFrames } from './surface-tracking.ts';

/** Consecutive frames that one unit covers, from `first` to `last`. */
interface UnitSpan {
  readonly first: number;
  readonly last: number;
}

/**
 * Frames of a unit. The longer it is, the smaller a part of the work it is to start a decoder and to decode from the key
 * frame before. A unit that goes backwards is decoded before it is tracked: 270 frames of 1280 × 720 take 250 MB.
 */
export const UNIT_FRAMES: SurfaceTracking['unitFrames'] = {
  forwards: { least: 300, most: 600 },
  backwards: { least: 135, most: 270 },
};

/**
 * The units of one direction, in the order in which they are worked on. A unit begins at a key frame where one is near: then
 * nothing is decoded twice.
 * @param keyFrames ascending frames at which decoding can begin
 */
export function planUnits(
  { startFrame, totalFrames, unitFrames }: Pick<SurfaceTracking, 'startFrame' | 'totalFrames' | 'unitFrames'>,
  keyFrames: ArrayLike<number>,
  direction: Direction,
): UnitSpan[] {
  return direction === 'forwards'
    ? forwardUnits(startFrame + 1, totalFrames - 1, unitFrames.forwards, keyFrames)
    : backwardUnits(startFrame - 1, unitFrames.backwards, keyFrames);
}

function forwardUnits(
  from: number,
  end: number,
  { least, most }: UnitFrames,
  keyFrames: ArrayLike<number>,
): UnitSpan[] {
  const spans: UnitSpan[] = [];
  for (let first = from; first <= end; ) {
    const next = keyFrameWithin(keyFrames, first + least, first + most) ?? first + most;
    const last = Math.min(end, next - 1);
    spans.push({ first, last });
    first = last + 1;
  }
  return spans;
}

function backwardUnits(from: number, { least, most }: UnitFrames, keyFrames: ArrayLike<number>): UnitSpan[] {
  const spans: UnitSpan[] = [];
  for (let last = from; last >= 0; ) {
    const begin = keyFrameWithin(keyFrames, last - most + 1, last - least + 1) ?? last - most + 1;
    const first = Math.max(0, begin);
    spans.push({ first, last });
    last = first - 1;
  }
  return spans;
}

/** The last key frame from `first` to `last`. */
function keyFrameWithin(keyFrames: ArrayLike<number>, first: number, last: number): number | undefined {
  let low = 0;
  let high = keyFrames.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((keyFrames[middle] as number) <= last) low = middle + 1;
    else high = middle;
  }
  const found = keyFrames[low - 1];
  return found !== undefined && found >= first ? found : undefined;
}
