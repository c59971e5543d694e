import type { Detection } from '../network/detection.ts';

/** What a track is, and how sure that is. */
interface TrackLabel {
  readonly label: string;
  /** In [0, 1]. */
  readonly confidence: number;
}

type Vote = Pick<Detection, 'label' | 'score'>;

/**
 * The label with the greatest sum of scores. The confidence is the mean of the better half of its scores, 0 for each
 * detection of another label: a real object is detected well at least half of the time, whatever hides it or is
 * detected in its place in between.
 * @param detections at least one
 */
export function trackLabel(detections: readonly Vote[]): TrackLabel {
  const label = labelOf(detections);
  const scores = Float64Array.from(detections, (other) => (other.label === label ? other.score : 0)).sort();
  const better = scores.subarray(scores.length >> 1);
  return { label, confidence: better.reduce((sum, value) => sum + value, 0) / better.length };
}

/** The label with the greatest sum of scores. */
export function labelOf(detections: readonly Vote[]): string {
  const votes = new Map<string, number>();
  for (const { label, score } of detections) votes.set(label, (votes.get(label) ?? 0) + score);
  return [...votes].reduce((best, next) => (next[1] > best[1] ? next : best))[0];
}
