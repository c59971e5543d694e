import type { Corners, Homography } from '../../kernel/geometry/homography.ts';
import { aligned, type FittedPose, poseAt } from './fitted-pose.ts';
import type { FramePyramid } from './frame-pyramid.ts';
import { blurTemplate } from './motion-blur.ts';
import { type Motion, priorAround, speedOf } from './motion-prediction.ts';
import type { SurfaceLevel } from './surface-level.ts';

/** What blurred frames have told about the camera. */
export interface Shutter {
  /** Share of the time between frames for which the shutter is open, and how many frames have told it. */
  exposure: number;
  blurredFrames: number;
}

export const unknownShutter = (): Shutter => ({ exposure: 0.5, blurredFrames: 0 });

const EXPOSURES = [0.25, 0.5, 0.75, 1] as const;
/** Frames that tell the exposure, and how often it is asked again. */
const TRIALS = 4;
const TRIED_EVERY = 8;
const BLURRED_PIXELS = 3;

/** @param motion by which the corners move from frame to frame, in pixels */
export const isBlurred = ({ exposure }: Shutter, motion: readonly number[]): boolean =>
  exposure * speedOf(motion) > BLURRED_PIXELS;

/**
 * The pose by the template as it looks in motion, where the surface moves fast and that fits better; learns the exposure.
 * @param state how surface and camera behave, and how many frames were tracked
 * @param blurredLevels room for the levels as they look in motion
 */
export function poseInMotion(
  found: FittedPose,
  {
    last,
    predicted,
    start,
  }: {
    readonly last: Corners;
    readonly predicted: Homography;
    readonly start: Homography;
  },
  state: Motion & Shutter & { readonly frames: number; readonly side: number },
  levels: readonly SurfaceLevel[],
  blurredLevels: readonly SurfaceLevel[],
  pyramid: FramePyramid,
): FittedPose {
  const motion = found.corners.map((value, i) => {
    const moved = value - (last[i] as number);
    return moved + (moved - (state.velocity[i] as number)) / 2;
  });
  const trying = state.blurredFrames < TRIALS || state.frames % TRIED_EVERY === 0;
  const expected = { ...state, exposure: trying ? 0.5 : state.exposure };
  if (!isBlurred(expected, motion) || !found.plausible) return found;
  const prior = priorAround(predicted, state.side, state, speedOf(motion) * state.exposure);
  let best = found;
  let exposure = 0;
  for (const share of trying ? EXPOSURES : [state.exposure]) {
    const exposed = motion.map((value) => share * value);
    for (const [i, level] of levels.entries())
      blurTemplate(blurredLevels[i] as SurfaceLevel, level, found.corners, exposed);
    const next = poseAt(blurredLevels, pyramid, aligned(blurredLevels, pyramid, found.map, prior), start);
    if (next.score > best.score) [best, exposure] = [next, share];
  }
  if (trying) {
    state.blurredFrames = Math.min(TRIALS, state.blurredFrames + 1);
    state.exposure += (exposure - state.exposure) / state.blurredFrames;
  }
  return best;
}
