import {
  type Corners,
  cornersOf,
  type Homography,
  rectangleTo,
} from '../../../kernel/geometry/homography.ts';
import type { Region } from '../frame/frame-pyramid.ts';
import type { CellGrid } from '../template/cell-grid.ts';
import type { MotionPrior } from './align.ts';

/** How a surface moves, estimated from its last poses. */
export interface Motion {
  /** Pixels by which each corner moves from frame to frame. */
  velocity: number[];
  /** Running mean of the error of the predictions, and of its part that is not common to all corners, in pixels. */
  predictionError: number;
  shapeError: number;
}

/** Where a surface was last, and where its motion so far takes it. */
export interface Prediction {
  readonly last: Corners;
  readonly corners: Corners;
  /** From the surface's grid to the predicted corners; to the last ones where the surface is lost. */
  readonly map: Homography;
}

/** The prior before any motion was seen. */
export const unknownMotion = (): Motion => ({ velocity: atRest(), predictionError: 4, shapeError: 3 });

export const atRest = (): number[] => Array(8).fill(0);

const LEAST_DEVIATION = 0.5;
const MOST_DEVIATION = 30;
const VELOCITY_GAIN = 0.6;
/** Of the shape, where blur or few cells make it uncertain. */
const UNSTEADY_GAIN = 0.2;
/** Pixels; a velocity whose predictions are worse than this is replaced, not smoothed. */
const ERRATIC_PIXELS = 3;
const ERROR_GAIN = 0.2;
const MOST_PREDICTION_ERROR = 40;
const MOST_SHAPE_ERROR = 20;

/** Root of the mean squared length of the corners' ways. */
export const speedOf = (motion: readonly number[]): number =>
  Math.sqrt(motion.reduce((sum, value) => sum + value * value, 0) / 4);

/** Pixels by which each corner moved from one frame to another. */
export const displacement = (from: Corners, to: Corners): number[] =>
  to.map((value, i) => value - (from[i] as number));

/**
 * At constant velocity.
 * @param state the last pose, and for how many frames the surface has been lost since
 */
export function predict(
  { map, velocity, lostFor }: Motion & { readonly map: Homography; readonly lostFor: number },
  { a, b }: CellGrid,
): Prediction {
  const last = cornersOf(map, a, b);
  const corners = last.map((value, i) => value + (velocity[i] as number)) as unknown as Corners;
  return { last, corners, map: (lostFor === 0 && rectangleTo(corners, a, b)) || map };
}

/**
 * @param side of the surface, in pixels
 * @param errors of predictions, in pixels
 * @param blur pixels
 */
export function priorAround(
  map: Homography,
  side: number,
  { predictionError, shapeError }: Omit<Motion, 'velocity'>,
  blur = 0,
): MotionPrior {
  const inGrid = (error: number): number =>
    Math.min(MOST_DEVIATION, Math.max(LEAST_DEVIATION, 2.5 * error)) / (side / 2);
  return { map, shift: inGrid(predictionError), shape: inGrid(shapeError), blur };
}

/**
 * Learns from where the corners went. Their common shift is learnt fast; their shape slowly where it is uncertain.
 * @param steady whether many cells determine the shape, and sharply
 */
export function learnMotion(motion: Motion, predicted: Corners, corners: Corners, steady: boolean): void {
  const wrong = displacement(predicted, corners);
  const [x, y] = [0, 1].map((odd) =>
    wrong.reduce((sum, value, i) => sum + (i % 2 === odd ? value / 4 : 0), 0),
  ) as [number, number];
  const shape = wrong.map((value, i) => value - (i % 2 ? y : x));
  motion.predictionError +=
    ERROR_GAIN * (Math.min(MOST_PREDICTION_ERROR, speedOf(wrong)) - motion.predictionError);
  if (steady)
    motion.shapeError += ERROR_GAIN * (Math.min(MOST_SHAPE_ERROR, speedOf(shape)) - motion.shapeError);
  const gain = motion.predictionError > ERRATIC_PIXELS ? 1 : VELOCITY_GAIN;
  const shapeGain = steady ? VELOCITY_GAIN : UNSTEADY_GAIN;
  motion.velocity = motion.velocity.map(
    (speed, i) => speed + gain * (i % 2 ? y : x) + shapeGain * (shape[i] as number),
  );
}

/** What lies around two quadrilaterals. */
export function regionAround(first: Corners, second: Corners, error: number): Region {
  const [xs, ys] = [0, 1].map((odd) => [...first, ...second].filter((_, i) => i % 2 === odd)) as [
    number[],
    number[],
  ];
  const margin = 24 + 3 * error;
  return {
    left: Math.min(...xs) - margin,
    top: Math.min(...ys) - margin,
    right: Math.max(...xs) + margin,
    bottom: Math.max(...ys) + margin,
  };
}
