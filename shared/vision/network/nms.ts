import { type Box, iou } from '../../kernel/geometry/box.ts';

/** A box that a network proposes, before its class has a name. */
export interface Candidate {
  readonly box: Box;
  /** Probability in [0, 1]. */
  readonly score: number;
  /** Index into the labels of the model. */
  readonly classIndex: number;
}

/**
 * Greedy non-maximum suppression within each class: a candidate is dropped when a better one of its class
 * overlaps it with an IoU above `iouThreshold`. Returns the best first; candidates of equal score keep their
 * order, so that the result depends on nothing but the input.
 */
export function nonMaximumSuppression(candidates: readonly Candidate[], iouThreshold: number): Candidate[] {
  const keptByClass = new Map<number, Candidate[]>();
  return candidates
    .toSorted((a, b) => b.score - a.score)
    .filter((candidate) => {
      const kept = keptByClass.get(candidate.classIndex) ?? [];
      if (kept.some(({ box }) => iou(box, candidate.box) > iouThreshold)) return false;
      kept.push(candidate);
      keptByClass.set(candidate.classIndex, kept);
      return true;
    });
}
