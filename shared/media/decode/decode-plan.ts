import { decodeStart, type FrameIndex } from '../probe/frame-index.ts';

/** A stretch of the video decoded without a gap: from `keyFrame` until the last of `frames` has come out. */
export interface DecodeRun {
  readonly keyFrame: number;
  /** Ascending frames to deliver. */
  readonly frames: readonly number[];
}

/**
 * Jumping to a later key frame costs emptying the decoder's pipeline, about as much as decoding this many frames.
 */
const WORTH_SKIPPING_FRAMES = 4;

/** Groups the wanted frames (ascending) so that stretches without any are skipped where a key frame allows it. */
export function planDecoding(index: FrameIndex, frames: readonly number[]): DecodeRun[] {
  const runs: { keyFrame: number; frames: number[] }[] = [];
  let previous = Number.NEGATIVE_INFINITY;
  for (const frame of frames) {
    const keyFrame = decodeStart(index, frame);
    if (keyFrame - previous > WORTH_SKIPPING_FRAMES) runs.push({ keyFrame, frames: [frame] });
    else runs.at(-1)?.frames.push(frame);
    previous = frame;
  }
  return runs;
}
