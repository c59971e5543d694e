import { type Calibration, logit } from '../../shared/vision/network/calibration.ts';
import { conditionalLogit } from '../mot/conditional-logit.ts';
import type { JudgedDetection } from './judge.ts';

/** Scores nearer to 0 and 1 than this say no more than this. */
const LEAST = 1e-6;

/**
 * The calibration under which the detections are likeliest (Platt, 1999): a logistic regression, which is a conditional logit
 * of one option that is right or not. Its slight pull towards zero stands for Platt's smoothed targets.
 */
export function fitCalibration(detections: readonly Pick<JudgedDetection, 'score' | 'right'>[]): Calibration {
  const choices = detections.map(({ score, right }) => ({
    options: [{ inputs: [logit(Math.min(1 - LEAST, Math.max(LEAST, score))), 1], right }],
    weight: 1,
  }));
  const [slope = 1, intercept = 0] = conditionalLogit(choices, 2);
  return { slope, intercept };
}
