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
  const scores = new Float64Array(detections.length);
  for (const [i, other] of detections.entries()) if (other.label === label) scores[i] = other.score;
  scores.sort();
  const better = scores.subarray(scores.length >> 1);
  return { label, confidence: better.reduce((sum, value) => sum + value, 0) / better.length };
}

/** The label with the greatest sum of scores. */
export function labelOf(detections: readonly Vote[]): string {
  const votes = new Map<string, { sum: number }>();
  for (const { label, score } of detections) {
    const vote = votes.get(label);
    if (vote) vote.sum += score;
    else votes.set(label, { sum: score });
  }
  return [...votes].reduce((best, next) => (next[1].sum > best[1].sum ? next : best))[0];
}
