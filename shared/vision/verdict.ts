import type { Detection } from './box.ts';

/** What a track is, and how sure that is. */
export interface Verdict {
  readonly label: string;
  /** In [0, 1]. */
  readonly confidence: number;
}

/**
 * The label with the greatest sum of scores. The confidence is the mean of the better half of the scores, times the
 * share of that label: a real object is detected well at least half of the time, whatever hides it in between.
 * @param detections at least one
 */
export function verdict(detections: readonly Pick<Detection, 'label' | 'score'>[]): Verdict {
  const [label, score] = majority(detections);
  const total = detections.reduce((sum, detection) => sum + detection.score, 0);
  const scores = Float64Array.from(detections, (detection) => detection.score).sort();
  const better = scores.subarray(scores.length >> 1);
  const mean = better.reduce((sum, value) => sum + value, 0) / better.length;
  return { label, confidence: total > 0 ? (mean * score) / total : 0 };
}

/** The label with the greatest sum of scores. */
export const labelOf = (detections: readonly Pick<Detection, 'label' | 'score'>[]): string =>
  majority(detections)[0];

function majority(detections: readonly Pick<Detection, 'label' | 'score'>[]): [string, number] {
  const votes = new Map<string, number>();
  for (const { label, score } of detections) votes.set(label, (votes.get(label) ?? 0) + score);
  return [...votes].reduce((best, next) => (next[1] > best[1] ? next : best));
}
