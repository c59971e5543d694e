/**
 * Kalman filter of one coordinate that moves at nearly constant velocity.
 *
 * The eight-dimensional filter of the SORT family (Bewley et al., "Simple online and realtime tracking", ICIP 2016)
 * couples no two of its coordinates, so four of these are the same filter at a fraction of the cost.
 */
export interface Motion {
  readonly position: number;
  /** Change of position per unit of time. */
  readonly velocity: number;
  /** Covariance: variance of the position, of the velocity, and what they share. */
  readonly pp: number;
  readonly pv: number;
  readonly vv: number;
}

/** A coordinate seen once, of which nothing but the likely speed is known. */
export const still = (position: number, positionDeviation: number, velocityDeviation: number): Motion => ({
  position,
  velocity: 0,
  pp: positionDeviation ** 2,
  pv: 0,
  vv: velocityDeviation ** 2,
});

/**
 * Where the coordinate is after `time`. The acceleration is white noise of spectral density `acceleration`, squared
 * position units per cubed time unit (Bar-Shalom, Li & Kirubarajan, "Estimation with applications to tracking and
 * navigation", 2001, section 6.2.2).
 */
export function predict(motion: Motion, time: number, acceleration: number): Motion {
  const { position, velocity, pp, pv, vv } = motion;
  return {
    position: position + velocity * time,
    velocity,
    pp: pp + 2 * time * pv + time * time * vv + (acceleration * time ** 3) / 3,
    pv: pv + time * vv + (acceleration * time ** 2) / 2,
    vv: vv + acceleration * time,
  };
}

/** The coordinate after it was measured with an error of the given variance. */
export function update(motion: Motion, measured: number, variance: number): Motion {
  const { position, velocity, pp, pv, vv } = motion;
  const gain = pp / (pp + variance);
  const velocityGain = pv / (pp + variance);
  const innovation = measured - position;
  return {
    position: position + gain * innovation,
    velocity: velocity + velocityGain * innovation,
    pp: (1 - gain) * pp,
    pv: (1 - gain) * pv,
    vv: vv - velocityGain * pv,
  };
}
