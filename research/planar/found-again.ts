import type { Measured } from './measure.ts';

/** Shares of a surface that can be seen: less is none of it, and from the other on it can be found. */
const OUT_OF_SIGHT = 0.02;
const BACK = 0.2;
/** Frames after which a surface that is back has been found in time. */
const IN_TIME = 2;

/** How often a surface came back into sight, and how often it was found in time. */
export interface Returns {
  readonly times: number;
  readonly inTime: number;
}

/**
 * @param frames of one sequence, in order
 * @param isFound whether the tracker has the surface in its place
 */
export function returnsIn<Frame extends Pick<Measured, 'visible'>>(
  frames: readonly Frame[],
  isFound: (frame: Frame) => boolean,
): Returns {
  let [times, inTime] = [0, 0];
  let away = false;
  for (const [i, { visible }] of frames.entries()) {
    if (visible < OUT_OF_SIGHT) away = true;
    if (!away || visible < BACK) continue;
    away = false;
    times++;
    if (frames.slice(i, i + IN_TIME + 1).some(isFound)) inTime++;
  }
  return { times, inTime };
}
