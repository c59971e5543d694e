import { type Corners, cornersOf, type Homography, rectangleTo } from '../../kernel/geometry/homography.ts';
import type { MotionPrior } from './align.ts';
import {
  EXPOSURES,
  isBlurred,
  learnExposure,
  poseInMotion,
  type Shutter,
  unknownShutter,
} from './blurred-pose.ts';
import { compare } from './comparison.ts';
import { complete } from './completion.ts';
import { type Agreement, confidenceOf, type Evidence, evidenceOf } from './confidence.ts';
import { fitOf } from './fit.ts';
import { aligned, type FittedPose, poseAt, scoreOf } from './fitted-pose.ts';
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
import { poseNoise } from './pose-noise.ts';
import { cornerDistance, isConvex, sideLength, signedArea } from './quadrilateral.ts';
import { sharpened } from './sharpen.ts';
import { type SurfaceLevel, surfaceLevels } from './surface-level.ts';
import { derive, learn } from './template.ts';
import { packState, type Stored, unpackState } from './tracker-state.ts';
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
const SURE = 0.5;
/** Blur makes all cells less alike: a surface that was followed is kept, unsure, while this share of them fit. */
const KEPT_SHARE = 0.5;
/** From this confidence on, what was covered at the start is learnt. */
const COMPLETING_CONFIDENCE = 0.8;
const WELL_SUPPORTED = 0.4;
const BLURRED_START_PIXELS = 5;
const SHARP_SHARE = 0.3;
/** A sharper template is tried again at motion that is slower by this factor. */
const SLOWER_SHARE = 0.8;
const MOST_SPEED = 1e6;
/** Frames that tell how the surface moved in the start frame. */
const START_FRAMES = 2;
const TROUBLED_SHARE = 0.6;
const AGREEING_PIXELS = 4;
/** Shares of the surface's side: how far a pose leaps, and by how much it must fit better then. */
const LEAP_SHARE = 0.25;
const LEAP_GAIN = 1.3;
/** What is found anew fits better than places that only look alike by this factor. */
const UNIQUE_FACTOR = 1.2;
/** Frames from one look at the whole frame to the next while features agree with a pose of at least this confidence. */
const LOOK_AGAIN_AFTER = 3;
const SETTLED = 0.9;
/** Frames in a row in which a surface that was found anew must look as it did before, and by which share of that. */
const PROOFS = 3;
const PROOF_CLOSENESS = 0.8;
const PROOF_SHARE = 0.3;
const CLOSENESS_GAIN = 0.01;

const storedOf = ({ template, completion }: SurfaceLevel): Stored[] => [
  template.samples,
  template.known,
  template.trust,
  completion.candidate,
  completion.run,
  completion.fits,
];
const ARRAYS_A_LEVEL = 6;

interface State extends Motion, Shutter {
  readonly width: number;
  readonly height: number;
  readonly aspect: number;
  readonly side: number;
  /** The last pose that was found. */
  map: Homography;
  /** Frames since the last pose that was found. */
  lostFor: number;
  /** Frames since fewer cells began to fit, and whether features agreed when they were asked last. */
  troubledFor: number;
  agreement: Agreement;
  /** How well the surface fitted elsewhere in the frame in which it was marked (`lookAlikeScore`). */
  lookAlike: number;
  /** What a surface that was found anew has yet to prove, in frames; 0 where it was followed. */
  proofsMissing: number;
  /** Of the last frame. */
  confidence: number;
  /** What share of the fitting cells usually look the same with little noise; null before the first frame. */
  closeness: number | null;
  frames: number;
  /**
   * Of the frame that the template is from: the pose, and how the corners moved on, null before that is known and where no other
   * frame's template can be better.
   */
  startMap: Homography;
  startMotion: number[] | null;
  /** Whether the surface was followed in every frame so far, and the slowest motion at which a sharper template was tried. */
  unbroken: boolean;
  slowest: number;
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

  private constructor(state: State, levels: readonly SurfaceLevel[], views: View[]) {
    this.#state = state;
    this.#levels = levels;
    this.#blurredLevels = surfaceLevels(state.aspect, state.side);
    this.#views = views;
    this.#pyramid = new FramePyramid(state.width, state.height);
  }

  /**
   * @param corners in order around the surface, in pixels of the frame, counted from the top-left corner of its first one
   * @throws RangeError where they are not the corners of a convex quadrilateral
   */
  static start(frame: LumaFrame, corners: Corners): PlanarTracker {
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
    const state: State = {
      width,
      height,
      aspect,
      side,
      map,
      ...unknownMotion(),
      ...unknownShutter(),
      lostFor: 0,
      troubledFor: 0,
      agreement: 'untried' as const,
      lookAlike: 0,
      proofsMissing: 0,
      confidence: 1,
      closeness: null,
      frames: 0,
      startMap: map,
      startMotion: null,
      unbroken: true,
      slowest: MOST_SPEED,
    };
    const tracker = new PlanarTracker(state, levels, []);
    tracker.#pyramid.fill(frame, { left: 0, top: 0, right: width, bottom: height });
    for (const { template } of levels) learn(template, tracker.#pyramid, map);
    const view = viewOf(tracker.#pyramid, map, Math.sqrt(aspect));
    tracker.#views.push(view);
    state.lookAlike = lookAlikeScore(levels, tracker.#pyramid, view, side);
    return tracker;
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
      unpackViews(arrays.slice(ARRAYS_A_LEVEL * levels.length)),
    );
  }

  /** All that the next steps depend on: at most about 200 kB, however many frames were seen. */
  toState(): Uint8Array<ArrayBuffer> {
    const { map, startMap } = this.#state;
    const state = { ...this.#state, map: [...map], startMap: [...startMap] };
    return packState(state, [...this.#levels.flatMap(storedOf), ...packViews(this.#views)]);
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
    const start = this.#better(predicted, state.map);
    let plain = this.#aligned(start, priorAround(start, state.side, state));
    let found = state.lostFor > 0 ? plain : this.#inMotion(plain, last, predicted);
    let leaps = false;
    if (this.#looksElsewhere(found)) {
      const other = this.#elsewhere(frame);
      state.agreement = 'untried';
      if (other) {
        const distance = cornerDistance(other.corners, found.corners);
        // A surface that is lost has no place to agree with.
        if (state.lostFor === 0) state.agreement = distance < AGREEING_PIXELS ? 'agrees' : 'disagrees';
        const far = state.lostFor === 0 && distance > LEAP_SHARE * state.side;
        if (other.score > (far ? LEAP_GAIN : 1) * found.score && !(far && this.#maybeLookAlike(other))) {
          leaps = far;
          plain = other;
          found = leaps || state.lostFor > 0 ? other : this.#inMotion(other, last, predicted);
        }
      }
    }
    const afresh = leaps || state.lostFor > 0;
    if (afresh) state.proofsMissing = PROOFS;
    const evidence = this.#evidence(found, found !== plain);
    const credible = found.plausible && !(afresh && this.#maybeLookAlike(found));
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
    this.#prove(found, found !== plain);
    const moved = corners.map((value, i) => value - (last[i] as number));
    if (state.frames === START_FRAMES && state.unbroken) {
      const start = cornersOf(state.startMap, a, b);
      state.startMotion = corners.map((value, i) => (value - (start[i] as number)) / START_FRAMES);
    }
    const followed = !afresh && found.fit.share > KEPT_SHARE;
    if (
      !(followed && this.#sharpen(map, moved)) &&
      confidence > COMPLETING_CONFIDENCE &&
      state.proofsMissing === 0
    )
      this.#complete(map);
    return { corners, best: corners, confidence, evidence };
  }

  /** Whether other places fitted nearly as well when the surface was marked. */
  #maybeLookAlike({ score }: FittedPose): boolean {
    return score < UNIQUE_FACTOR * this.#state.lookAlike;
  }

  #evidence({ map, corners, fit }: FittedPose, blurred: boolean): Evidence {
    const { agreement, proofsMissing } = this.#state;
    const level = (blurred ? this.#blurredLevels : this.#levels)[0] as SurfaceLevel;
    compare(level.comparison, level.template, this.#pyramid, map);
    const noise = poseNoise(level);
    // The grid has an area of 4.
    const pixels = Math.sqrt(Math.abs(signedArea(corners))) / 2;
    return evidenceOf({
      fit,
      noise: { deviation: noise.deviation * pixels, shift: noise.shift * pixels },
      agreement,
      unproven: proofsMissing > 0,
    });
  }

  get #coarser(): SurfaceLevel {
    return this.#levels[Math.min(1, this.#levels.length - 1)] as SurfaceLevel;
  }

  /** Takes note of how alike the surface looks, by which it proves itself when it is found anew. */
  #prove({ fit: { closeness, share } }: FittedPose, blurred: boolean): void {
    const state = this.#state;
    const usual = state.closeness ?? closeness;
    if (state.proofsMissing > 0) {
      const proves = closeness >= PROOF_CLOSENESS * usual && share >= PROOF_SHARE;
      state.proofsMissing = proves ? state.proofsMissing - 1 : PROOFS;
    } else if (!blurred) {
      state.closeness = usual + CLOSENESS_GAIN * (closeness - usual);
    }
  }

  /** Where the start frame was blurred, a frame that is not takes its place. */
  #sharpen(map: Homography, motion: readonly number[]): boolean {
    const state = this.#state;
    if (!state.startMotion) return false;
    const [blur, now] = [speedOf(state.startMotion), speedOf(motion)];
    if (blur < BLURRED_START_PIXELS || !(now < Math.min(SHARP_SHARE * blur, SLOWER_SHARE * state.slowest)))
      return false;
    state.slowest = now;
    const start = cornersOf(state.startMap, Math.sqrt(state.aspect), 1 / Math.sqrt(state.aspect));
    const renewed = sharpened(this.#levels, this.#pyramid, map, start, state.startMotion, [
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
    this.#views.push(viewOf(this.#pyramid, renewed.map, Math.sqrt(state.aspect)));
    return true;
  }

  #complete(map: Homography): void {
    for (const { template, comparison, completion } of this.#levels) {
      compare(comparison, template, this.#pyramid, map);
      complete(completion, template, comparison);
    }
  }

  /** Whether to look at the whole frame: in trouble, but only now and then where features agreed. */
  #looksElsewhere({ fit }: FittedPose): boolean {
    const state = this.#state;
    if (
      state.confidence >= SURE &&
      state.proofsMissing === 0 &&
      fit.share >= TROUBLED_SHARE &&
      state.lostFor === 0
    ) {
      state.troubledFor = 0;
      state.agreement = 'untried';
      return false;
    }
    const since = state.troubledFor++;
    const settled =
      state.confidence >= SETTLED &&
      state.proofsMissing === 0 &&
      state.agreement === 'agrees' &&
      state.lostFor === 0;
    return !settled || since % LOOK_AGAIN_AFTER === 0;
  }

  #elsewhere(frame: LumaFrame): FittedPose | null {
    const { width, height, map, startMap, side } = this.#state;
    this.#pyramid.fill(frame, { left: 0, top: 0, right: width, bottom: height });
    const { lostFor, proofsMissing, confidence } = this.#state;
    const lost = lostFor > 0;
    const unsure = lost || proofsMissing > 0 || confidence < SURE;
    return findAnywhere(
      this.#levels,
      this.#pyramid,
      this.#views,
      map,
      startMap,
      side,
      unsure ? (pose) => lost && this.#maybeLookAlike(pose) : null,
    );
  }

  /** The one of two maps that fits better at a coarse level. */
  #better(first: Homography, second: Homography): Homography {
    const level = this.#coarser;
    const [one, two] = [
      scoreOf(fitOf(level, this.#pyramid, first)),
      scoreOf(fitOf(level, this.#pyramid, second)),
    ];
    return two > one ? second : first;
  }

  #inMotion(plain: FittedPose, last: Corners, predicted: Homography): FittedPose {
    return poseInMotion(
      plain,
      { last, predicted, start: this.#state.startMap },
      this.#state,
      this.#levels,
      this.#blurredLevels,
      this.#pyramid,
    );
  }

  #aligned(start: Homography, prior: MotionPrior): FittedPose {
    const map = aligned(this.#levels, this.#pyramid, start, prior);
    return poseAt(this.#levels, this.#pyramid, map, this.#state.startMap);
  }
}
