import type { Corners } from '../../kernel/geometry/homography.ts';
import { signedArea } from '../../kernel/geometry/quadrilateral.ts';
import { sightingsNear } from './alignment/border-sightings.ts';
import { displacement, speedOf } from './alignment/motion-prediction.ts';
import { isBlurred } from './blur/blurred-pose.ts';
import { type Outline, outlineAt } from './borders/outline.ts';
import { weakerSides } from './borders/weaker-sides.ts';
import {
  confidenceByBorder,
  confidenceOf,
  type Evidence,
  evidenceOf,
  mostConfidence,
  type Signs,
} from './confidence/confidence.ts';
import { poseNoise } from './confidence/pose-noise.ts';
import { maybeLookAlike } from './confidence/proof.ts';
import type { FoundPose } from './found-pose.ts';
import { legibleBorders } from './legible-borders.ts';
import { compare } from './template/comparison.ts';
import type { SurfaceLevel } from './template/surface-level.ts';
import type { TrackedSurface } from './tracked-surface.ts';

/** Below this confidence a surface is lost. */
const LOST_BELOW = 0.25;
/** Blur makes all cells less alike: a surface that was followed is kept, unsure, while this share of them fit. */
const KEPT_SHARE = 0.5;

/** How far a pose can be believed. */
export interface Judgement {
  readonly evidence: Evidence;
  /** Probability that no corner is off by more than 5 pixels, in [0, 1]. */
  readonly confidence: number;
  readonly lost: boolean;
  /** Whether the surface was followed there, and enough of it fits that it is not lost, however unsure. */
  readonly kept: boolean;
}

/** @param last corners in the frame before */
export function judge(surface: TrackedSurface, found: FoundPose, last: Corners): Judgement {
  const { pose, afresh, heldBy, doubtful } = found;
  const signs = signsOf(surface, found, last);
  const evidence = evidenceOf(signs);
  if (heldBy !== null || doubtful) {
    // What passes before a border that is followed hides some of it.
    const least = afresh ? 0 : LOST_BELOW;
    const confidence = heldBy === null ? 0 : Math.max(least, confidenceByBorder(heldBy));
    return { evidence, confidence, lost: !(confidence >= LOST_BELOW), kept: false };
  }
  const credible = pose.plausible && !(afresh && maybeLookAlike(surface.state, pose));
  const kept = credible && !afresh && pose.fit.share > KEPT_SHARE;
  const likely = Math.max(kept ? LOST_BELOW : 0, confidenceOf(evidence));
  const confidence = credible ? Math.min(likely, mostConfidence(signs.noise)) : 0;
  return { evidence, confidence, lost: !(confidence >= LOST_BELOW), kept };
}

function signsOf(surface: TrackedSurface, found: FoundPose, last: Corners): Signs {
  const { state, levels, blurredLevels, pyramid } = surface;
  const { map, corners, fit } = found.pose;
  const level = (found.blurred ? blurredLevels : levels)[0] as SurfaceLevel;
  compare(level.comparison, level.template, pyramid, map);
  const motion = displacement(last, corners);
  const smeared = !found.afresh && isBlurred(state, motion);
  const sightings = sightingsNear(pyramid, map, level.grid, legibleBorders(state));
  const noise = poseNoise(level, map, sightings, smeared);
  // The grid has an area of 4.
  const pixels = Math.sqrt(Math.abs(signedArea(corners))) / 2;
  return {
    fit,
    noise: { deviation: noise.deviation * pixels, shift: noise.shift * pixels },
    agreement: state.agreement,
    unproven: state.proofsMissing > 0,
    outline: outlineSign(surface, found, motion, level),
  };
}

/** @param motion of the corners since the frame before */
function outlineSign(
  { state, pyramid }: TrackedSurface,
  { pose: { map, outline }, outlined, afresh }: FoundPose,
  motion: readonly number[],
  level: SurfaceLevel,
): Signs['outline'] {
  const seenAt = (blur: number): Outline | null =>
    outlined && blur === 0 ? outline : outlineAt(pyramid, map, level.grid, state.borders, blur);
  const smeared = isBlurred(state, motion) ? seenAt(state.exposure * speedOf(motion)) : null;
  // How fast a surface moves that was not followed there is not known: it may have come to rest.
  const sharp = !smeared || afresh ? seenAt(0) : null;
  const seen = sharp && smeared && smeared.shown >= sharp.shown ? smeared : (sharp ?? smeared);
  if (seen === null) return null;
  // Motion smears the sides across it more than those along it.
  const even = seen === sharp && !isBlurred(state, state.velocity);
  return { shown: seen.shown, weaker: even ? weakerSides(seen, level) : seen.shown };
}
