import { at } from '../element-at.ts';
import { type AxisState, initialAxis, predictAxis, updateAxis } from './kalman.ts';

/** One coordinate of an object over time: what is measured, and how it is believed to move. */
interface AxisMeasurements {
  /** Seconds, ascending. */
  readonly times: Float64Array;
  /** The cubes of the seconds up to each time. */
  readonly cubes: Float64Array;
  /** NaN where nothing was measured; not so at the first time. */
  readonly measured: Float64Array;
  /** Variance of each measurement. */
  readonly variance: Float64Array;
  /** Spectral density of the acceleration up to each time. */
  readonly density: Float64Array;
  /** Standard deviations of the position and the velocity before anything is measured. */
  readonly before: { readonly position: number; readonly velocity: number };
}

/** The positions given past and future observations. */
export interface SmoothedAxis {
  readonly positions: Float64Array;
  readonly variances: Float64Array;
}

/**
 * A Kalman filter forwards and its revision backwards (Rauch, Tung & Striebel, "Maximum likelihood estimates of linear
 * dynamic systems", AIAA Journal 1965).
 */
export function smoothAxis(measurements: AxisMeasurements): SmoothedAxis {
  const { measured, variance, before } = measurements;
  let state = initialAxis(at(measured, 0), before.position, before.velocity);
  const estimates = new AxisStates(measured.length);
  for (let k = 0; k < measured.length; k++) {
    if (k > 0) state = predicted(state, k, measurements);
    if (!Number.isNaN(at(measured, k))) state = updateAxis(state, at(measured, k), at(variance, k));
    estimates.set(k, state);
  }
  return backwardPass(estimates, measurements);
}

/** The state at one time, from that at the time before. */
const predicted = (before: AxisState, k: number, { times, density, cubes }: AxisMeasurements): AxisState =>
  predictAxis(before, elapsed(times, k), at(density, k), at(cubes, k));

/** States of a filter over time, in typed arrays as a video has millions of them. */
class AxisStates {
  readonly positions: Float64Array;
  /** Of the positions, once the future is known. */
  readonly variances: Float64Array;
  readonly #rest: Float64Array;

  constructor(length: number) {
    this.positions = new Float64Array(length);
    this.variances = new Float64Array(length);
    this.#rest = new Float64Array(4 * length);
  }

  set(k: number, { position, velocity, pp, pv, vv }: AxisState): void {
    this.positions[k] = position;
    this.#rest[4 * k] = velocity;
    this.#rest[4 * k + 1] = pp;
    this.#rest[4 * k + 2] = pv;
    this.#rest[4 * k + 3] = vv;
  }

  at(k: number): AxisState {
    return {
      position: at(this.positions, k),
      velocity: at(this.#rest, 4 * k),
      pp: at(this.#rest, 4 * k + 1),
      pv: at(this.#rest, 4 * k + 2),
      vv: at(this.#rest, 4 * k + 3),
    };
  }
}

const elapsed = (times: Float64Array, k: number): number => at(times, k) - at(times, k - 1);

/**
 * Overwrites the positions of the estimates with those that know the future, and notes their variances. Predictions are
 * made again, which is cheaper than to keep them.
 */
function backwardPass(estimates: AxisStates, measurements: AxisMeasurements): AxisStates {
  const { positions, variances } = estimates;
  let next = estimates.at(positions.length - 1);
  variances[positions.length - 1] = next.pp;
  for (let k = positions.length - 2; k >= 0; k--) {
    const estimate = estimates.at(k);
    const prediction = predicted(estimate, k + 1, measurements);
    next = revised(estimate, prediction, next, elapsed(measurements.times, k + 1));
    positions[k] = next.position;
    variances[k] = next.pp;
  }
  return estimates;
}

/**
 * The estimate after the future is known: gain C = P Fᵀ (P⁻)⁻¹ on the difference between the future and its prediction,
 * and C on both sides of the difference of their covariances.
 */
function revised(estimate: AxisState, prediction: AxisState, next: AxisState, seconds: number): AxisState {
  const { pp, pv, vv } = prediction;
  const determinant = pp * vv - pv ** 2;
  const positionAhead = estimate.pp + seconds * estimate.pv;
  const velocityAhead = estimate.pv + seconds * estimate.vv;
  const a = (positionAhead * vv - estimate.pv * pv) / determinant;
  const b = (estimate.pv * pp - positionAhead * pv) / determinant;
  const c = (velocityAhead * vv - estimate.vv * pv) / determinant;
  const d = (estimate.vv * pp - velocityAhead * pv) / determinant;
  const position = next.position - prediction.position;
  const velocity = next.velocity - prediction.velocity;
  const [dpp, dpv, dvv] = [next.pp - pp, next.pv - pv, next.vv - vv];
  return {
    position: estimate.position + a * position + b * velocity,
    velocity: estimate.velocity + c * position + d * velocity,
    pp: estimate.pp + a * a * dpp + 2 * a * b * dpv + b * b * dvv,
    pv: estimate.pv + a * c * dpp + (a * d + b * c) * dpv + b * d * dvv,
    vv: estimate.vv + c * c * dpp + 2 * c * d * dpv + d * d * dvv,
  };
}
