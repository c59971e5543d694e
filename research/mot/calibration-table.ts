import { type Calibration, calibrated } from '../../shared/vision/network/calibration.ts';
import { trackObjects } from '../../shared/vision/tracking/track-objects.ts';
import { fitCalibration } from '../calibration/fit-calibration.ts';
import { type JudgedDetection, judge } from '../calibration/judge.ts';
import { calibrationError } from '../calibration/reliability.ts';
import { DISTRACTORS, figures, pool } from './evaluate.ts';
import { byFrame } from './mot-file.ts';
import { annotated, evaluateTracker, readSequence, type Sequence } from './sequence.ts';

const NAMES = ['MOT17-02', 'MOT17-04', 'MOT17-05'];
const STRIDES = [1, 3, 6];
/** Logits by which a detector is too sure. */
const SHIFTS = [0, -2, 2];
const LABEL = 'pedestrian';

const withScores = (sequence: Sequence, calibration: Calibration): Sequence => ({
  ...sequence,
  detections: sequence.detections.map((row) => ({
    ...row,
    confidence: calibrated(row.confidence, calibration),
  })),
});

/** Every detection of a sequence against the ground truth of its frame. */
function judged(sequence: Sequence): JudgedDetection[] {
  const counted = new Set(annotated(sequence));
  const truth = byFrame(sequence.truth.filter((row) => counted.has(row) || DISTRACTORS.has(row.category)));
  return [...byFrame(sequence.detections)].flatMap(([frame, rows]) =>
    judge(
      rows.map(({ box, confidence }) => ({ box, score: confidence, label: LABEL })),
      (truth.get(frame) ?? []).map((row) => ({ box: row.box, label: LABEL, crowd: !counted.has(row) })),
    ),
  );
}

/**
 * What a detector whose scores are wrong by some logits costs the tracker on MOT17, and what is left of that when its scores
 * are calibrated on the two other sequences.
 */
export function calibrationTable(folder: string): string {
  const sequences = NAMES.map((name) => readSequence(folder, name));
  const lines = SHIFTS.flatMap((c) => {
    const shifted = sequences.map((sequence) => withScores(sequence, { a: 1, b: 1, c }));
    const answers = new Map(shifted.map((sequence) => [sequence, judged(sequence)]));
    const mended = shifted.map((sequence) => {
      const others = shifted
        .filter((other) => other !== sequence)
        .flatMap((other) => answers.get(other) ?? []);
      return withScores(sequence, fitCalibration(others));
    });
    const name = `${c > 0 ? '+' : ''}${c}`;
    return [...rows(name, 'as they are', shifted), ...rows(name, 'calibrated', mended)];
  });
  return [
    '| logits | scores | error | stride | MOTA | IDF1 | HOTA |',
    '|---|---|---|---|---|---|---|',
    ...lines,
  ].join('\n');
}

function rows(shift: string, scores: string, sequences: readonly Sequence[]): string[] {
  const error = calibrationError(sequences.flatMap(judged)).toFixed(3);
  return STRIDES.map((stride) => {
    const { mota, idf1, hota } = figures(
      pool(sequences.map((sequence) => evaluateTracker(sequence, stride, trackObjects))),
    );
    const percent = [mota, idf1, hota].map((value) => (100 * value).toFixed(1));
    return `| ${[shift, scores, error, stride, ...percent].join(' | ')} |`;
  });
}
