import { type Corners, cornersOf, type Homography, rectangleTo } from '../../kernel/geometry/homography.ts';
import { align, SETTLED_PIXELS } from './align.ts';
import {
  EXPOSURES,
  isBlurred,
  learnExposure,
  poseInMotion,
  type Shutter,
  unknownShutter,
} from './blurred-pose.ts';
import type { Border } from './border-parts.ts';
import { compare } from './comparison.ts';
import { complete, isComplete } from './completion.ts';
import { confidenceOf, type Evidence, evidenceOf } from './confidence.ts';
import { type Detail, detailOf, restoreDetail } from './detail.ts';
import { fitOf } from './fit.ts';
import { aligned, type FittedPose, type Marked, poseAt, rankOf, scoreOf } from './fitted-pose.ts';
import { FramePyramid } from './frame-pyramid.ts';
import { lookAlikeScore } from './look-alike.ts';
import type { LumaFrame } from './luma-frame.ts';
import {
  atRest,
  learnMotion,
  type Motion,
  priorAround,
  regionAround,
  shifted,
  speedOf,
  unknownMotion,
} from './motion-prediction.ts';
import { bordersOf, outlineAt } from './outline.ts';
import { poseByOutline } from './outlined-pose.ts';
import { poseNoise } from './pose-noise.ts';
import { demandProof, maybeLookAlike, type Proof, prove, provenAtStart } from './proof.ts';
import { cornerDistance, isConvex, sideLength, signedArea } from './quadrilateral.ts';
import { sharpened } from './sharpen.ts';
import { learnStartMotion, mayBeSharper, type StartFrame, startFrameAt } from './start-frame.ts';
import { type SurfaceLevel, surfaceLevels } from './surface-level.ts';
import { derive, learn } from './template.ts';
import { packState, type Stored, unpackState } from './tracker-state.ts';
import { isUnsure, looksElsewhere, type Trouble, untroubled } from './trouble.ts';
import { poseUntied } from './untied-pose.ts';
import { packViews, unpackViews, type View, viewOf } from './view.ts';
import { findAnywhere } from './whole-frame.ts';

/** Where the surface is in a frame. */
export interface SurfacePose {
  /** Pixels of the frame; null where the surface is lost. */
  readonly corners: Corners | null;
  /** Where the frame fits best, lost or not. */
  readonly best: Corners;
  /** Probability that no corner is off by more than 5 pixels, in [0, 1]. */
  readonly confidence: number;
  /** What the confidence follows from. */
  readonly evidence: Evidence;
}

/** Below this confidence a surface is lost. */
const LOST_BELOW = 0.25;
/** Blur makes all cells less alike: a surface that was followed is kept, unsure, while this share of them fit. */
const KEPT_SHARE = 0.5;
/** From this confidence on, what was covered at the start is learnt. */
const COMPLETING_CONFIDENCE = 0.8;
const WELL_SUPPORTED = 0.4;
const AGREEING_PIXELS = 4;
/** Predictions that are closer to the last pose are not weighed against it. */
const STILL_PIXELS = 1;
/** Motion while the shutter is open from which on borders are not looked for. */
const LEGIBLE_BLUR_PIXELS = 6;
/** Shares of the surface's side: how far a pose leaps, and by how much it must fit better then. */
const LEAP_SHARE = 0.25;
const LEAP_GAIN = 1.3;

const storedOf = ({ template, completion }: SurfaceLevel): Stored[] => [
  template.samples,
  template.known,
  template.trust,
  completion.candidate,
  completion.run,
  completion.fits,
];
const ARRAYS_A_LEVEL = 6;
const NO_DETAIL = { samples: new Uint8Array(), known: new Uint8Array() };
/** Detail is looked at where so much of what fits looks the same with little noise. */
const DETAILED_CLOSENESS = 0.6;
const DETAIL_STEPS = 2;
/** What is left to detail of the steps of alignment, where the surface is followed without trouble. */
const BEFORE_DETAIL_PIXELS = 0.1;
/** Pixels by which the pose may be off before detail is looked at, at most. */
const BEFORE_DETAIL = { predictionError: 0.2, shapeError: 0.2 } as const;

/** What can be left out of tracking, to measure what it contributes. */
export const INGREDIENTS = ['borders', 'completion', 'features', 'blur'] as const;
export type Ingredient = (typeof INGREDIENTS)[number];

interface State extends Motion, Shutter, Trouble, Proof, StartFrame {
  readonly width: number;
  readonly height: number;
  readonly aspect: number;
  readonly side: number;
  readonly without: readonly Ingredient[];
  /** The last pose that was found. */
  map: Homography;
  /** In which the surface was found. */
  frames: number;
}

/**
 * Follows a planar surface from frame to frame, each fed once, in presentation order or against it. What it does depends
 * on the frames alone: a tracker restored from its state goes on exactly as the one it was taken from.
 */
export class PlanarTracker {
  readonly #state: State;
  #levels: readonly SurfaceLevel[];
  readonly #pyramid: FramePyramid;
  /** The levels as they look in motion. */
  readonly #blurredLevels: readonly SurfaceLevel[];
  readonly #views: View[];
  #detail: Detail | null;

  private constructor(state: State, levels: readonly SurfaceLevel[], views: View[], detail: Detail | null) {
    this.#state = state;
    this.#levels = levels;
    this.#blurredLevels = surfaceLevels(state.aspect, state.side);
    this.#views = views;
    this.#detail = detail;
    this.#pyramid = new FramePyramid(state.width, state.height);
  }

  /**
   * @param corners in order around the surface, in pixels of the frame, counted from the top-left corner of its first one
   * @param without ingredients that are left out, for measurements
   * @throws RangeError where they are not the corners of a convex quadrilateral
   */
  static start(frame: LumaFrame, corners: Corners, without: readonly Ingredient[] = []): PlanarTracker {
    const area = signedArea(corners);
    if (!(Math.abs(area) > 0 && isConvex(corners, Math.sign(area))))
      throw new RangeError('the corners are not those of a convex quadrilateral');
    const across = sideLength(corners, 0) + sideLength(corners, 2);
    const down = sideLength(corners, 1) + sideLength(corners, 3);
    const aspect = Math.min(8, Math.max(1 / 8, across / down));
    const side = Math.sqrt(Math.abs(area));
    const levels = surfaceLevels(aspect, side);
    const map = rectangleTo(corners, Math.sqrt(aspect), 1 / Math.sqrt(aspect));
    if (!map) throw new RangeError('the corners are not those of a convex quadrilateral');
    const { width, height } = frame;
    const pyramid = new FramePyramid(width, height);
    pyramid.fill(frame, { left: 0, top: 0, right: width, bottom: height });
    for (const { template } of levels) learn(template, pyramid, map);
    const view = viewOf(pyramid, map, Math.sqrt(aspect));
    const state: State = {
      width,
      height,
      aspect,
      side,
      without,
      map,
      frames: 0,
      ...unknownMotion(),
      ...unknownShutter(),
      ...untroubled(),
      ...provenAtStart(lookAlikeScore(levels, pyramid, view, side)),
      ...startFrameAt(map, bordersOf(pyramid, map, (levels[0] as SurfaceLevel).grid)),
    };
    return new PlanarTracker(state, levels, [view], detailOf(pyramid, map, aspect, side));
  }

  /** @param bytes that `toState` returned */
  static fromState(bytes: Uint8Array): PlanarTracker {
    const { state, arrays } = unpackState<State>(bytes);
    const levels = surfaceLevels(state.aspect, state.side);
    for (const [i, level] of levels.entries()) {
      const { template } = level;
      for (const [k, array] of storedOf(level).entries()) array.set(arrays[ARRAYS_A_LEVEL * i + k] as Stored);
      for (let cell = 0; cell < template.known.length; cell++) derive(template, cell);
    }
    return new PlanarTracker(
      { ...state, map: Float64Array.from(state.map), startMap: Float64Array.from(state.startMap) },
      levels,
      unpackViews(arrays.slice(ARRAYS_A_LEVEL * levels.length, -2)),
      restoreDetail(state.aspect, state.side, ...(arrays.slice(-2) as [Uint8Array, Uint8Array])),
    );
  }

  /** All that the next steps depend on: at most about 250 kB, however many frames were seen. */
  toState(): Uint8Array<ArrayBuffer> {
    const { map, startMap } = this.#state;
    const state = { ...this.#state, map: [...map], startMap: [...startMap] };
    const { samples, known } = this.#detail ?? NO_DETAIL;
    return packState(state, [...this.#levels.flatMap(storedOf), ...packViews(this.#views), samples, known]);
  }

  /**
   * Finds the surface in the frame that follows the last one, in either direction of time.
   * @throws RangeError when the frame has another size than the first one
   */
  step(frame: LumaFrame): SurfacePose {
    const state = this.#state;
    const finest = this.#levels[0] as SurfaceLevel;
    const { a, b } = finest.grid;
    const last = cornersOf(state.map, a, b);
    const moving = shifted(last, state.velocity);
    const predicted = (state.lostFor === 0 && rectangleTo(moving, a, b)) || state.map;
    this.#pyramid.fill(frame, regionAround(moving, last, state.predictionError));
    const legible = this.#borders === state.borders;
    const start =
      cornerDistance(moving, last) < STILL_PIXELS ? predicted : this.#better(predicted, state.map);
    let plain = this.#plainFrom(start);
    /** Whose outline was looked at in this region, with all borders. */
    let outlineOf = legible && plain.plausible ? plain : null;
    let found = state.lostFor > 0 ? plain : this.#inMotion(plain, last, predicted);
    let leaps = false;
    if (!this.#lacks('features') && looksElsewhere(state, found.fit)) {
      const other = this.#elsewhere(frame);
      outlineOf = null;
      state.agreement = 'untried';
      if (other) {
        const distance = cornerDistance(other.corners, found.corners);
        // A surface that is lost has no place to agree with.
        if (state.lostFor === 0) state.agreement = distance < AGREEING_PIXELS ? 'agrees' : 'disagrees';
        const far = state.lostFor === 0 && distance > LEAP_SHARE * state.side;
        if (rankOf(other) > (far ? LEAP_GAIN : 1) * rankOf(found) && !(far && maybeLookAlike(state, other))) {
          leaps = far;
          plain = other;
          found = leaps || state.lostFor > 0 ? other : this.#inMotion(other, last, predicted);
        }
      }
    }
    const afresh = leaps || state.lostFor > 0;
    if (afresh) demandProof(state);
    const evidence = this.#evidence(found, { blurred: found !== plain, outlined: found === outlineOf }, last);
    if (found === plain) found = plain = this.#detailed(plain);
    const credible = found.plausible && !(afresh && maybeLookAlike(state, found));
    const { map, corners } = found;
    const kept = credible && !afresh && found.fit.share > KEPT_SHARE;
    const confidence = credible ? Math.max(kept ? LOST_BELOW : 0, confidenceOf(evidence)) : 0;
    state.confidence = confidence;
    if (confidence < LOST_BELOW || afresh) state.unbroken = false;
    if (confidence < LOST_BELOW) {
      state.lostFor++;
      return { corners: null, best: corners, confidence, evidence };
    }
    if (afresh) state.velocity = atRest();
    else {
      const steady = found.fit.support > WELL_SUPPORTED && !isBlurred(state, state.velocity);
      learnMotion(state, moving, corners, steady);
    }
    state.map = map;
    state.lostFor = 0;
    state.frames++;
    prove(state, found.fit, found !== plain);
    const moved = corners.map((value, i) => value - (last[i] as number));
    learnStartMotion(state, corners);
    const followed = !afresh && found.fit.share > KEPT_SHARE;
    if (
      !(followed && this.#sharpen(map, moved)) &&
      confidence > COMPLETING_CONFIDENCE &&
      state.proofsMissing === 0
    )
      this.#complete(map);
    return { corners, best: corners, confidence, evidence };
  }

  /** @param is whether the levels in motion tell the pose, and whether its outline is as in a frame without blur */
  #evidence(
    { map, corners, fit, outline }: FittedPose,
    is: { readonly blurred: boolean; readonly outlined: boolean },
    last: Corners,
  ): Evidence {
    const { agreement, proofsMissing, borders, exposure } = this.#state;
    const level = (is.blurred ? this.#blurredLevels : this.#levels)[0] as SurfaceLevel;
    compare(level.comparison, level.template, this.#pyramid, map);
    const noise = poseNoise(level);
    // The grid has an area of 4.
    const pixels = Math.sqrt(Math.abs(signedArea(corners))) / 2;
    const moved = corners.map((value, i) => value - (last[i] as number));
    const blur = isBlurred(this.#state, moved) ? exposure * speedOf(moved) : 0;
    return evidenceOf({
      fit,
      noise: { deviation: noise.deviation * pixels, shift: noise.shift * pixels },
      agreement,
      unproven: proofsMissing > 0,
      outline: is.outlined && blur === 0 ? outline : outlineAt(this.#pyramid, map, level.grid, borders, blur),
    });
  }

  /** The pose by more samples of the surface than are looked at elsewhere. */
  #detailed(pose: FittedPose): FittedPose {
    const { side } = this.#state;
    if (!this.#detail || !pose.plausible || pose.fit.closeness < DETAILED_CLOSENESS) return pose;
    const prior = priorAround(pose.map, side, BEFORE_DETAIL);
    const map = align(this.#detail.level, this.#pyramid, pose.map, prior, DETAIL_STEPS, true);
    const { a, b } = this.#detail.level.grid;
    return { ...pose, map, corners: cornersOf(map, a, b) };
  }

  get #marked(): Marked {
    return { map: this.#state.startMap, borders: this.#borders };
  }

  /** None where motion blurs them. */
  get #borders(): readonly Border[] {
    const { exposure, velocity, borders } = this.#state;
    const illegible = exposure * speedOf(velocity) > LEGIBLE_BLUR_PIXELS;
    return illegible || this.#lacks('borders') ? [] : borders;
  }

  /** Where the start frame was blurred, a frame that is not takes its place. */
  #sharpen(map: Homography, motion: readonly number[]): boolean {
    const state = this.#state;
    const { startMotion } = state;
    if (startMotion === null || !mayBeSharper(state, motion)) return false;
    const start = cornersOf(state.startMap, Math.sqrt(state.aspect), 1 / Math.sqrt(state.aspect));
    const renewed = sharpened(this.#levels, this.#pyramid, map, start, startMotion, [
      state.aspect,
      state.side,
    ]);
    if (renewed === 'even') state.startMotion = null;
    if (renewed === 'even' || renewed === 'unclear') return false;
    state.blurredFrames = 0;
    learnExposure(
      state,
      EXPOSURES.map((share) => (share === renewed.exposure ? 1 : 0)),
    );
    state.startMotion = [...motion];
    state.startMap = renewed.map;
    state.map = renewed.map;
    this.#levels = renewed.levels;
    state.borders = bordersOf(this.#pyramid, renewed.map, (renewed.levels[0] as SurfaceLevel).grid);
    this.#detail = detailOf(this.#pyramid, renewed.map, state.aspect, state.side);
    this.#views.push(viewOf(this.#pyramid, renewed.map, Math.sqrt(state.aspect)));
    return true;
  }

  #lacks(ingredient: Ingredient): boolean {
    return this.#state.without.includes(ingredient);
  }

  #complete(map: Homography): void {
    if (this.#lacks('completion')) return;
    for (const { template, comparison, completion } of this.#levels) {
      if (isComplete(completion)) continue;
      compare(comparison, template, this.#pyramid, map);
      complete(completion, template, comparison);
    }
  }

  #elsewhere(frame: LumaFrame): FittedPose | null {
    const state = this.#state;
    const { width, height, map, side } = state;
    this.#pyramid.fill(frame, { left: 0, top: 0, right: width, bottom: height });
    const doubts = (pose: FittedPose): boolean => state.lostFor > 0 && maybeLookAlike(state, pose);
    return findAnywhere(
      this.#levels,
      this.#pyramid,
      this.#views,
      map,
      this.#marked,
      side,
      isUnsure(state) ? doubts : null,
    );
  }

  /** The one of two maps that fits better, with its cells at a coarse level. */
  #better(first: Homography, second: Homography): Homography {
    const { grid } = this.#levels[0] as SurfaceLevel;
    const coarser = this.#levels[Math.min(1, this.#levels.length - 1)] as SurfaceLevel;
    const [one, two] = [first, second].map((map) =>
      rankOf({
        score: scoreOf(fitOf(coarser, this.#pyramid, map)),
        outline: outlineAt(this.#pyramid, map, grid, this.#borders),
      }),
    ) as [number, number];
    return two > one ? second : first;
  }

  #inMotion(plain: FittedPose, last: Corners, predicted: Homography): FittedPose {
    if (this.#lacks('blur')) return plain;
    return poseInMotion(
      plain,
      { last, predicted, marked: this.#marked },
      this.#state,
      this.#levels,
      this.#blurredLevels,
      this.#pyramid,
    );
  }

  /** The pose by the levels as they look at rest. */
  #plainFrom(start: Homography): FittedPose {
    const [state, levels, pyramid, marked] = [this.#state, this.#levels, this.#pyramid, this.#marked];
    const { side, lostFor, troubledFor } = state;
    const settled = this.#detail && troubledFor === 0 ? BEFORE_DETAIL_PIXELS : SETTLED_PIXELS;
    const map = aligned(levels, pyramid, start, priorAround(start, side, state), marked.borders, settled);
    let pose = poseAt(levels, pyramid, map, marked);
    if (lostFor === 0) pose = poseUntied(pose, start, levels, pyramid, marked, side);
    return poseByOutline(pose, levels, pyramid, marked, side) ?? pose;
  }
}
