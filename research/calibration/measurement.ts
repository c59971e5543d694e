import { CommandFailure } from '../../cli/failures.ts';
import { type Calibration, calibrated } from '../../shared/vision/network/calibration.ts';
import { fitCalibration } from './fit-calibration.ts';
import type { JudgedDetection } from './judge.ts';
import { calibrationError } from './reliability.ts';

/** What a detector says about labelled pictures, by picture; objects that count as found or missed, by label. */
export interface JudgedPictures {
  readonly pictures: readonly (readonly JudgedDetection[])[];
  readonly objects: ReadonlyMap<string, number>;
}

export interface LabelMeasurement {
  readonly label: string;
  readonly objects: number;
  readonly detections: number;
  readonly error: number;
  readonly calibration: Calibration;
}

export interface Measurement {
  readonly calibration: Calibration;
  /** Expected calibration error of the scores as they are. */
  readonly error: number;
  /** The detections with calibrated scores, each half of the pictures with the calibration fitted to the other. */
  readonly heldOut: readonly JudgedDetection[];
  readonly heldOutError: number;
  /** Labels with enough detections, most first. */
  readonly labels: readonly LabelMeasurement[];
}

/** Right and wrong detections, of each, that a fit needs. */
const LEAST_TO_FIT = 20;
/** A label by itself is worth a look from here on. */
const LEAST_OF_LABEL = 50;

/** @throws CommandFailure when there are too few detections, or surer ones are not more often right */
export function measure({ pictures, objects }: JudgedPictures): Measurement {
  const detections = pictures.flat();
  const calibration = fitted(detections);
  const half = (parity: number): JudgedDetection[] => pictures.filter((_, i) => i % 2 === parity).flat();
  const halves = [half(0), half(1)] as const;
  const heldOut = halves.flatMap((tested, i) => applied(tested, fitted(halves[1 - i] ?? [])));
  return {
    calibration,
    error: calibrationError(detections),
    heldOut,
    heldOutError: calibrationError(heldOut),
    labels: [...Map.groupBy(detections, ({ label }) => label)]
      .filter(([, ofLabel]) => leastOf(ofLabel) >= LEAST_OF_LABEL)
      .sort(([, a], [, b]) => b.length - a.length)
      .map(([label, ofLabel]) => ({
        label,
        objects: objects.get(label) ?? 0,
        detections: ofLabel.length,
        error: calibrationError(ofLabel),
        calibration: fitCalibration(ofLabel),
      })),
  };
}

function fitted(detections: readonly JudgedDetection[]): Calibration {
  if (leastOf(detections) < LEAST_TO_FIT)
    throw new CommandFailure(
      'TOO_FEW_DETECTIONS',
      `Each half of the pictures needs ${LEAST_TO_FIT} right and ${LEAST_TO_FIT} wrong detections; one has only ${leastOf(detections)} of a kind. Label more pictures.`,
    );
  const calibration = fitCalibration(detections);
  if (!(Math.min(calibration.a, calibration.b) > 0))
    throw new CommandFailure(
      'SCORES_SAY_NOTHING',
      'Surer detections are not more often right: no calibration can mend these scores.',
    );
  return calibration;
}

const leastOf = (detections: readonly JudgedDetection[]): number => {
  const right = detections.filter((detection) => detection.right).length;
  return Math.min(right, detections.length - right);
};

const applied = (detections: readonly JudgedDetection[], calibration: Calibration): JudgedDetection[] =>
  detections.map((detection) => ({ ...detection, score: calibrated(detection.score, calibration) }));
