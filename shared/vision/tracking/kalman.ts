/**
 * State of the Kalman filter of one coordinate that moves at nearly constant velocity.
 *
 * The eight-dimensional filter of the SORT family (Bewley et al., "Simple online and realtime tracking", ICIP 2016)
 * couples no two of its coordinates, so four of these are the same filter at a fraction of the cost.
 */
export interface AxisState {
  readonly position: number;
  /** Change of position per second. */
  readonly velocity: number;
  /** Variance of the position. */
  readonly pp: number;
  /** Covariance of position and velocity. */
  readonly pv: number;
  /** Variance of the velocity. */
  readonly vv: number;
}

/** A coordinate measured once, of which nothing but the likely speed is known; deviations are standard deviations. */
export const initialAxis = (
  position: number,
  positionDeviation: number,
  velocityDeviation: number,
): AxisState => ({
  position,
  velocity: 0,
  pp: positionDeviation ** 2,
  pv: 0,
  vv: velocityDeviation ** 2,
});

/**
 * Where the coordinate is some seconds later. The acceleration is white noise of the given spectral density, squared
 * position units per cubed second (Bar-Shalom, Li & Kirubarajan, "Estimation with applications to tracking and
 * navigation", 2001, section 6.2.2).
 * @param cubed `seconds ** 3`; a power takes longer than all the rest, and the coordinates of a box have it in common
 */
export function predictAxis(
  state: AxisState,
  seconds: number,
  density: number,
  cubed = seconds ** 3,
): AxisState {
  const { position, velocity, pp, pv, vv } = state;
  return {
    position: position + velocity * seconds,
    velocity,
    pp: pp + 2 * seconds * pv + seconds * seconds * vv + (density * cubed) / 3,
    pv: pv + seconds * vv + (density * seconds ** 2) / 2,
    vv: vv + density * seconds,
  };
}

/** The coordinate after it was measured with an error of the given variance. */
export function updateAxis(state: AxisState, measured: number, variance: number): AxisState {
  const { position, velocity, pp, pv, vv } = state;
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
