import type { JudgedDetection } from './judge.ts';

/** What is found when only detections of at least `score` count. */
export interface TradeOff {
  readonly score: number;
  /** Share of right detections. */
  readonly precision: number;
  /** Share of the objects that are found. */
  readonly recall: number;
}

/** One for each score that occurs, highest first. */
export function tradeOffs(detections: readonly JudgedDetection[], objects: number): TradeOff[] {
  let right = 0;
  const sorted = detections.toSorted((a, b) => b.score - a.score);
  return sorted.flatMap((detection, index) => {
    if (detection.right) right++;
    if (sorted[index + 1]?.score === detection.score) return [];
    return [{ score: detection.score, precision: right / (index + 1), recall: right / Math.max(1, objects) }];
  });
}

/** The greatest harmonic mean of precision and recall. */
export function balanced(all: readonly TradeOff[]): TradeOff | undefined {
  return best(all, ({ precision, recall }) => (2 * precision * recall) / Math.max(1e-12, precision + recall));
}

/** The greatest recall of at least this precision. */
export function withPrecision(all: readonly TradeOff[], least: number): TradeOff | undefined {
  return best(
    all.filter(({ precision }) => precision >= least),
    ({ recall }) => recall,
  );
}

const best = (all: readonly TradeOff[], worth: (each: TradeOff) => number): TradeOff | undefined =>
  all.reduce<TradeOff | undefined>(
    (most, next) => (!most || worth(next) > worth(most) ? next : most),
    undefined,
  );
