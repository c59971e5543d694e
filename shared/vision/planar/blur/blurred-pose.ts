import type { Corners, Homography } from '../../../kernel/geometry/homography.ts';
import { cornerDistance } from '../../../kernel/geometry/quadrilateral.ts';
import { aligned, type FittedPose, type Marked, poseAt } from '../alignment/fitted-pose.ts';
import { type Motion, priorAround, speedOf } from '../alignment/motion-prediction.ts';
import type { FramePyramid } from '../frame/frame-pyramid.ts';
import type { SurfaceLevel } from '../template/surface-level.ts';
import { blurTemplate, STEADY } from './motion-blur.ts';

/** What blurred frames have revealed about the camera. */
export interface Shutter {
  /**
   * Share of the time between frames for which the shutter is open, and how many poses in blurred frames have measured it: two in a frame in
   * which the surface is looked for at a second place. Counting the second alone was worse on the given blurred sequence.
   */
  exposure: number;
  blurredFrames: number;
  /** How well each of `EXPOSURES` explained the last blurred frames, relative to the others. */
  exposureScores: number[];
}

/** Shares that are distinguished. */
export const EXPOSURES = [0, 0.25, 0.5, 0.75, 1] as const;

export const unknownShutter = (): Shutter => ({
  exposure: 0.5,
  blurredFrames: 0,
  exposureScores: EXPOSURES.map(() => 0),
});

/** Frames that measure the exposure, and how often it is measured again. */
const TRIALS = 4;
const TRIED_EVERY = 16;
const BLURRED_PIXELS = 3;
/** The motion follows from the pose, and the pose from how the motion blurs: so often again, while it fits about as well. */
const PASSES = 2;
const LEAST_GAIN = 0.98;
const SETTLED_PIXELS = 0.5;
/** Of a step of alignment: a pose in motion is uncertain by more. */
const ROUGHLY_SETTLED_PIXELS = 0.2;
/** Share of the best explanation's score below which longer exposures are not tried. */
const CLEARLY_WORSE = 0.97;

/** @param motion by which the corners move from frame to frame, in pixels */
export const isBlurred = ({ exposure }: Shutter, motion: readonly number[]): boolean =>
  exposure * speedOf(motion) > BLURRED_PIXELS;

/**
 * The pose by the template as it looks in motion, where the surface moves fast and that fits better; learns the exposure.
 * @param state how surface and camera behave, and how many frames were tracked
 * @param blurredLevels room for the levels as they look in motion; the finest one as at the pose, where another one is returned
 */
export function poseInMotion(
  found: FittedPose,
  {
    last,
    predicted,
    marked,
  }: {
    readonly last: Corners;
    readonly predicted: Homography;
    readonly marked: Marked;
  },
  state: Motion & Shutter & { readonly frames: number; readonly side: number },
  levels: readonly SurfaceLevel[],
  blurredLevels: readonly SurfaceLevel[],
  pyramid: FramePyramid,
): FittedPose {
  const trying = state.blurredFrames < TRIALS || state.frames % TRIED_EVERY === 0;
  const expected = { ...state, exposure: trying ? 0.5 : state.exposure };
  const motionTo = (corners: Corners): number[] =>
    corners.map((value, i) => {
      const moved = value - (last[i] as number);
      return moved + (moved - (state.velocity[i] as number)) / 2;
    });
  /** By how much the way from half a frame before to half a frame after a pose bends, at constant acceleration. */
  const bendTo = (corners: Corners): number[] =>
    corners.map((value, i) => (value - (last[i] as number) - (state.velocity[i] as number)) / 4);
  const motion = motionTo(found.corners);
  if (!isBlurred(expected, motion) || !found.plausible) return found;
  const prior = priorAround(predicted, state.side, state, speedOf(motion) * state.exposure);
  const blurAs = ({ corners }: FittedPose, share: number, some = levels): void => {
    const exposed = motionTo(corners).map((value) => share * value);
    const bend = bendTo(corners).map((value) => share * share * value);
    for (const [i, level] of some.entries())
      blurTemplate(blurredLevels[i] as SurfaceLevel, level, corners, exposed, STEADY, bend);
  };
  const explained = (from: FittedPose, share: number): FittedPose => {
    blurAs(from, share);
    // Borders that motion leaves legible hold the shape here, too: few cells alone let it drift, and blurred ones fit nearly anything.
    return poseAt(
      blurredLevels,
      pyramid,
      aligned(blurredLevels, pyramid, from.map, prior, marked.borders, ROUGHLY_SETTLED_PIXELS),
      marked,
    );
  };
  let [best, from, exposure] = [found, found, 0];
  const scores: number[] = [];
  for (const share of trying ? EXPOSURES : [state.exposure]) {
    const next = share === 0 ? found : explained(found, share);
    scores.push(next.score);
    if (next.score > best.score) [best, exposure] = [next, share];
    else if (next.score < CLEARLY_WORSE * best.score) break;
  }
  if (trying)
    learnExposure(
      state,
      EXPOSURES.map((_, i) => scores[i] ?? (scores.at(-1) as number)),
    );
  if (best === found) return found;
  let shown = !trying;
  for (let pass = 0; pass < PASSES && state.exposure > 0; pass++) {
    const next = explained(best, state.exposure);
    shown = next.score >= LEAST_GAIN * best.score;
    if (!shown) break;
    const change = cornerDistance(next.corners, best.corners);
    [from, best, exposure] = [best, next, state.exposure];
    if (change < SETTLED_PIXELS) break;
  }
  // The finest level determines how reliable the pose is.
  if (!shown) blurAs(from, exposure, levels.slice(0, 1));
  return best;
}

/** @param scores how well each of `EXPOSURES` explains a frame */
export function learnExposure(shutter: Shutter, scores: readonly number[]): void {
  shutter.blurredFrames = Math.min(TRIALS, shutter.blurredFrames + 1);
  const mean = scores.reduce((sum, score) => sum + score / scores.length, 0);
  shutter.exposureScores = shutter.exposureScores.map(
    (sum, i) => sum + ((scores[i] as number) - mean - sum) / shutter.blurredFrames,
  );
  const best = Math.max(...shutter.exposureScores);
  shutter.exposure = EXPOSURES[shutter.exposureScores.indexOf(best)] ?? shutter.exposure;
}
