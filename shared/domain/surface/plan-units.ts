import type { Direction } from './surface-tracking.ts';

/** Consecutive frames that one unit covers, from `first` to `last`. */
export interface UnitSpan {
  readonly first: number;
  readonly last: number;
}

/**
 * Frames of a unit. The upper bound is that of memory: a worker decodes a unit that goes backwards before it tracks it. The
 * lower one makes decoding from the key frame before, and starting a decoder, a small part of the work.
 */
const UNIT_FRAMES = { least: 240, most: 480 };

/**
 * The units of one direction, in the order in which they are worked on. A unit begins at a key frame where one is near: then
 * nothing is decoded twice.
 * @param keyFrames ascending frames at which decoding can begin
 */
export function planUnits(
  { startFrame, totalFrames }: { startFrame: number; totalFrames: number },
  keyFrames: ArrayLike<number>,
  direction: Direction,
): UnitSpan[] {
  return direction === 'forwards'
    ? forwardUnits(startFrame + 1, totalFrames - 1, keyFrames)
    : backwardUnits(startFrame - 1, keyFrames);
}

function forwardUnits(from: number, end: number, keyFrames: ArrayLike<number>): UnitSpan[] {
  const spans: UnitSpan[] = [];
  for (let first = from; first <= end; ) {
    const next = keyFrameWithin(keyFrames, first + UNIT_FRAMES.least, first + UNIT_FRAMES.most);
    const last = Math.min(end, (next ?? first + UNIT_FRAMES.most) - 1);
    spans.push({ first, last });
    first = last + 1;
  }
  return spans;
}

function backwardUnits(from: number, keyFrames: ArrayLike<number>): UnitSpan[] {
  const spans: UnitSpan[] = [];
  for (let last = from; last >= 0; ) {
    const most = last - UNIT_FRAMES.most + 1;
    const first = Math.max(0, keyFrameWithin(keyFrames, most, last - UNIT_FRAMES.least + 1) ?? most);
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
