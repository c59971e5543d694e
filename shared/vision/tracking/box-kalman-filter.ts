import { type Motion, predict, still, update } from './kalman.ts';
import type { Place } from './observation.ts';

/** How a box is believed to move: one filter each for centre x, centre y, width and height. */
export type Body = readonly [Motion, Motion, Motion, Motion];

/** Standard deviations in box heights, time in seconds. */
export interface Noise {
  /** Error of a measured centre or side. */
  readonly measurement: number;
  /** Speed of an object seen for the first time. */
  readonly speed: Sides;
  /** Square root of the spectral density of the acceleration. */
  readonly acceleration: Sides;
}

interface Sides {
  readonly centre: number;
  readonly size: number;
}

/** Std of a box's position is 1/20 of its height (Wojke et al., "Simple online and realtime tracking with a deep
 * association metric", ICIP 2017, reference code). */
const MEASUREMENT = 0.05;
/** In units of the motion scale, which is a median: fast objects are several times faster. */
const SPEED = 2.5;
/** Likewise; where it cannot be measured. */
const ACCELERATION = 0.5;
/** Sides change slower than places, but for objects that come straight at the camera. */
const SIZE_SHARE = 0.2;

/**
 * Noise in proportion to how far objects move in a given time, so that nothing depends on the sampling rate: the
 * variance of a velocity grows in proportion to time, however often it is looked at.
 * @param motionScale typical displacement in `seconds`, in box heights
 * @param agility square root of the spectral density of the centre's acceleration, in motion scales per `seconds` to
 *   the power of 1.5
 */
export function noiseFor(motionScale: number, seconds: number, agility = ACCELERATION): Noise {
  const speed = (SPEED * motionScale) / seconds;
  const unit = motionScale / seconds ** 1.5;
  return {
    measurement: MEASUREMENT,
    speed: { centre: speed, size: SIZE_SHARE * speed },
    acceleration: { centre: agility * unit, size: SIZE_SHARE * ACCELERATION * unit },
  };
}

const eachSide = (make: (side: keyof Sides, axis: 0 | 1 | 2 | 3) => Motion): Body => [
  make('centre', 0),
  make('centre', 1),
  make('size', 2),
  make('size', 3),
];

export function firstSeen(place: Place, { measurement, speed }: Noise): Body {
  const height = place[3];
  return eachSide((side, axis) => still(place[axis], measurement * height, speed[side] * height));
}

export function predictBody(body: Body, time: number, { acceleration }: Noise): Body {
  const height = body[3].position;
  return eachSide((side, axis) => predict(body[axis], time, (acceleration[side] * height) ** 2));
}

export function updateBody(body: Body, place: Place, { measurement }: Noise): Body {
  const variance = (measurement * place[3]) ** 2;
  return eachSide((_, axis) => update(body[axis], place[axis], variance));
}

export const placeOfBody = (body: Body): Place => [
  body[0].position,
  body[1].position,
  body[2].position,
  body[3].position,
];
