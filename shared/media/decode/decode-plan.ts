import { decodeStart, type FrameIndex } from '../probe/frame-index.ts';

/** A part of the video that is decoded without a gap: from `keyFrame` to the last of `frames`. */
export interface DecodeRun {
  readonly keyFrame: number;
  /** Ascending frames to deliver. */
  readonly frames: readonly number[];
}

/**
 * Jumping to a later key frame means draining the decoder's pipeline, which costs about as much as decoding this
 * many frames.
 */
const WORTH_SKIPPING_FRAMES = 4;

/** Groups the wanted frames (ascending) into runs, skipping parts without any if there is a key frame to jump to. */
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
