import type { Detection } from '../../kernel/geometry/box.ts';

/** What a track is, and how sure that is. */
export interface Verdict {
  readonly label: string;
  /** In [0, 1]. */
  readonly confidence: number;
}

/**
 * The label with the greatest sum of scores. The confidence is the mean of the better half of its scores, 0 for each
 * detection that says otherwise: a real object is detected well at least half of the time, whatever hides it or is
 * seen in it in between.
 * @param detections at least one
 */
export function verdict(detections: readonly Pick<Detection, 'label' | 'score'>[]): Verdict {
  const label = labelOf(detections);
  const scores = Float64Array.from(detections, (other) => (other.label === label ? other.score : 0)).sort();
  const better = scores.subarray(scores.length >> 1);
  return { label, confidence: better.reduce((sum, value) => sum + value, 0) / better.length };
}

/** The label with the greatest sum of scores. */
export function labelOf(detections: readonly Pick<Detection, 'label' | 'score'>[]): string {
  const votes = new Map<string, number>();
  for (const { label, score } of detections) votes.set(label, (votes.get(label) ?? 0) + score);
  return [...votes].reduce((best, next) => (next[1] > best[1] ? next : best))[0];
}
