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
export function returnsIn(
  frames: readonly Pick<Measured, 'visible'>[],
  isFound: (frame: number) => boolean,
): Returns {
  let [times, inTime] = [0, 0];
  let away = false;
  for (const [frame, { visible }] of frames.entries()) {
    if (visible < OUT_OF_SIGHT) away = true;
    if (!away || visible < BACK) continue;
    away = false;
    times++;
    const until = Math.min(frames.length - 1, frame + IN_TIME);
    if (Array.from({ length: until - frame + 1 }, (_, i) => frame + i).some(isFound)) inTime++;
  }
  return { times, inTime };
}
