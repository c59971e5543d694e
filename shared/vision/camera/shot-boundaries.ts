import { colourDistance, structureDistance } from './frame-signature.ts';

/**
 * Least change that is a cut: above a fade and a shaking hand, below nearly all cuts from one clip to another
 * (`test/clips/shot-boundaries.test.ts`).
 */
const MIN_CHANGE = 0.2;
/** A cut changes this many times as much as anything around it (Yeo and Liu, 1995, use 2 to 3). */
const PROMINENCE = 3;
/** Samples on either side that a change is compared with. */
const REACH_SAMPLES = 3;

/**
 * Finds hard cuts: sampled frames that differ from the one before in colour and in structure, and far more than
 * their neighbours do (a sliding window, as Yeo and Liu, "Rapid scene analysis on compressed video", 1995). Flashes,
 * fades, pans and what moves past the camera change several samples in a row and are no cuts.
 * @param signatures of the sampled frames in presentation order (`frameSignature`)
 * @returns positions in `signatures` of the first samples of new shots, ascending
 */
export function shotBoundaries(signatures: readonly Uint8Array[]): number[] {
  const change = signatures.map((signature, i) => {
    const before = signatures[i - 1];
    return before === undefined
      ? 0
      : colourDistance(before, signature) * structureDistance(before, signature);
  });
  return [...change.keys()].filter((i) => {
    const here = change[i] ?? 0;
    const around = [
      ...change.slice(Math.max(0, i - REACH_SAMPLES), i),
      ...change.slice(i + 1, i + 1 + REACH_SAMPLES),
    ];
    return here >= MIN_CHANGE && here >= PROMINENCE * Math.max(0, ...around);
  });
}
