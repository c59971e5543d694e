import type { CentredBox } from '../../kernel/geometry/centred-box.ts';
import { type AxisState, initialAxis, predictAxis, updateAxis } from './kalman.ts';

/** Something for each coordinate of a box. */
export type PerAxis<Value> = Readonly<Record<keyof CentredBox, Value>>;

/** How a box is believed to move: the state of one filter for each coordinate. */
export type BoxState = PerAxis<AxisState>;

/** Standard deviations in box heights, time in seconds. */
export interface Noise {
  /** Error of a measured centre or side. */
  readonly measurement: number;
  /** Speed of an object observed for the first time, per second. */
  readonly speed: CentreAndSize;
  /** Square root of the spectral density of the acceleration. */
  readonly acceleration: CentreAndSize;
}

interface CentreAndSize {
  readonly centre: number;
  readonly size: number;
}

/** Calls `make` for each coordinate, saying whether it is one of the centre or of the size. */
export const perAxis = <Value>(
  make: (axis: keyof CentredBox, kind: keyof CentreAndSize) => Value,
): PerAxis<Value> => ({
  cx: make('cx', 'centre'),
  cy: make('cy', 'centre'),
  width: make('width', 'size'),
  height: make('height', 'size'),
});

/**
 * The standard deviation of a box's position is 1/20 of its height (Wojke et al., "Simple online and realtime tracking
 * with a deep association metric", ICIP 2017, reference code).
 */
const MEASUREMENT = 0.05;
/** In units of the motion scale, which is a median: fast objects are several times faster. */
const SPEED = 2.5;
/** In units of the motion scale, too; where it cannot be measured. */
const ACCELERATION = 0.5;
/** Sides change more slowly than centres, except for objects that come straight at the camera. */
const SIZE_SHARE = 0.2;

/**
 * Noise in proportion to how far objects move in a given time, so that nothing depends on the sampling rate: the
 * variance of a velocity grows in proportion to time, however often it is measured.
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

/** Nothing is taken to be faster, in heights a second. */
export const MAX_SPEED = 10;
/** Faster than this many usual speeds, an object is not one of the many that the noise was measured on. */
const FAST = 1.5;

/** For an object of a known speed in heights a second: one that is fast turns and brakes more, in proportion. */
export function noiseAtSpeed(usual: Noise, speed: number): Noise {
  const factor = Math.min(speed, MAX_SPEED) / (FAST * usual.speed.centre);
  if (!(factor > 1)) return usual;
  const greater = ({ centre, size }: CentreAndSize): CentreAndSize => ({
    centre: factor * centre,
    size: factor * size,
  });
  return { ...usual, speed: greater(usual.speed), acceleration: greater(usual.acceleration) };
}

/** The state after the first measurement. */
export const initialState = (box: CentredBox, { measurement, speed }: Noise): BoxState =>
  perAxis((axis, kind) => initialAxis(box[axis], measurement * box.height, speed[kind] * box.height));

// Each object of each sample passes through what follows: without `perAxis` it takes a third of the time.

export function predictBox(state: BoxState, seconds: number, { acceleration }: Noise): BoxState {
  const { cx, cy, width, height } = state;
  const centre = (acceleration.centre * height.position) ** 2;
  const size = (acceleration.size * height.position) ** 2;
  const cubed = seconds ** 3;
  return {
    cx: predictAxis(cx, seconds, centre, cubed),
    cy: predictAxis(cy, seconds, centre, cubed),
    width: predictAxis(width, seconds, size, cubed),
    height: predictAxis(height, seconds, size, cubed),
  };
}

export function updateBox(state: BoxState, measured: CentredBox, { measurement }: Noise): BoxState {
  const variance = (measurement * measured.height) ** 2;
  return {
    cx: updateAxis(state.cx, measured.cx, variance),
    cy: updateAxis(state.cy, measured.cy, variance),
    width: updateAxis(state.width, measured.width, variance),
    height: updateAxis(state.height, measured.height, variance),
  };
}

/**
 * The state at the last of some measurements of one object.
 * @param measurements forwards or backwards in time, which is in seconds
 * @throws RangeError where there is none
 */
export function filterBoxes(
  measurements: readonly { readonly box: CentredBox; readonly time: number }[],
  noise: Noise,
): BoxState {
  const [first, ...rest] = measurements;
  if (!first) throw new RangeError('A box that was never measured has no state.');
  let state = initialState(first.box, noise);
  let before = first.time;
  for (const { box, time } of rest) {
    state = updateBox(predictBox(state, Math.abs(time - before), noise), box, noise);
    before = time;
  }
  return state;
}

export const boxOf = ({ cx, cy, width, height }: BoxState): CentredBox => ({
  cx: cx.position,
  cy: cy.position,
  width: width.position,
  height: height.position,
});
