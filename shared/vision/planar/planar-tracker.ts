import { type Corners, cornersOf, type Homography, rectangleTo } from '../../kernel/geometry/homography.ts';
import type { MotionPrior } from './align.ts';
import { isBlurred, poseInMotion, type Shutter, unknownShutter } from './blurred-pose.ts';
import { compare } from './comparison.ts';
import { complete } from './completion.ts';
import { type Agreement, confidenceOf, type Evidence, evidenceOf } from './confidence.ts';
import { fitOf } from './fit.ts';
import { aligned, type FittedPose, poseAt, scoreOf } from './fitted-pose.ts';
import { FramePyramid } from './frame-pyramid.ts';
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
import { cornerDistance, isConvex, sideLength, signedArea } from './quadrilateral.ts';
import { redetect } from './redetect.ts';
import { searchShifts } from './search.ts';
import { sharpened } from './sharpen.ts';
import { type SurfaceLevel, surfaceLevels } from './surface-level.ts';
import { derive, learn } from './template.ts';
import { packState, type Stored, unpackState } from './tracker-state.ts';
import { packViews, unpackViews, type View, viewOf } from './view.ts';

/** Where the surface is in a frame. */
export interface SurfacePose {
  /** Pixels of the frame; null where the surface is lost. */
  readonly corners: Corners | null;
  /** Probability that no corner is off by more than 5 pixels, in [0, 1]. */
  readonly confidence: number;
  /** What the confidence follows from. */
  readonly evidence: Evidence;
}

/** Below this confidence a surface is lost. */
const LOST_BELOW = 0.25;
const SURE = 0.5;
/** From this confidence on, what was covered at the start is learnt. */
const COMPLETING_CONFIDENCE = 0.8;
const WELL_SUPPORTED = 0.4;
const BLURRED_START_PIXELS = 5;
const SHARP_SHARE = 0.3;
const TROUBLED_SHARE = 0.6;
const AGREEING_PIXELS = 4;
/** Frames from one look at the whole frame to the next while features agree with a pose of at least this confidence. */
const LOOK_AGAIN_AFTER = 3;
const SETTLED = 0.9;
/** Errors of a place that was found without regard to the last one. */
const FOUND_AFRESH = { predictionError: 6, shapeError: 6 } as const;

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
  frames: number;
  /** Of the frame that the template is from: the pose, and how the corners moved around it. */
  startMap: Homography;
  startMotion: number[] | null;
  wasSure: boolean;
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
    const state = {
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
      frames: 0,
      startMap: map,
      startMotion: null,
      wasSure: false,
    };
    const tracker = new PlanarTracker(state, levels, []);
    tracker.#pyramid.fill(frame, { left: 0, top: 0, right: width, bottom: height });
    for (const { template } of levels) learn(template, tracker.#pyramid, map);
    tracker.#views.push(viewOf(tracker.#pyramid, map, Math.sqrt(aspect)));
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
    let found = this.#aligned(start, priorAround(start, state.side, state), last);
    if (this.#looksElsewhere(found)) {
      const other = this.#elsewhere(frame);
      state.agreement = 'untried';
      if (other) {
        const distance = cornerDistance(other.corners, found.corners);
        state.agreement = distance < AGREEING_PIXELS ? 'agrees' : 'disagrees';
        if (other.score > found.score) found = other;
      }
    }
    const plain = found;
    if (state.lostFor === 0)
      found = poseInMotion(
        found,
        { last, predicted },
        state,
        this.#levels,
        this.#blurredLevels,
        this.#pyramid,
      );
    const { map, corners } = found;
    const evidence = evidenceOf(found.fit, state.agreement, found !== plain);
    const confidence = found.confidence > 0 ? confidenceOf(evidence) : 0;
    if (confidence < LOST_BELOW) {
      state.lostFor++;
      return { corners: null, confidence, evidence };
    }
    if (state.lostFor > 0) state.velocity = atRest();
    else {
      const steady = found.fit.support > WELL_SUPPORTED && !isBlurred(state, state.velocity);
      learnMotion(state, moving, corners, steady);
    }
    state.map = map;
    state.lostFor = 0;
    state.frames++;
    const moved = corners.map((value, i) => value - (last[i] as number));
    if (state.startMotion === null && confidence > COMPLETING_CONFIDENCE && state.wasSure)
      state.startMotion = moved;
    state.wasSure = confidence > COMPLETING_CONFIDENCE;
    if (confidence > COMPLETING_CONFIDENCE && !this.#sharpen(map, moved)) this.#complete(map);
    return { corners, confidence, evidence };
  }

  /** Where the start frame was blurred, a frame that is not takes its place. */
  #sharpen(map: Homography, motion: readonly number[]): boolean {
    const state = this.#state;
    if (!state.startMotion) return false;
    const blur = state.exposure * speedOf(state.startMotion);
    if (state.blurredFrames === 0 || blur < BLURRED_START_PIXELS) return false;
    if (!(state.exposure * speedOf(motion) < SHARP_SHARE * blur)) return false;
    const start = cornersOf(state.startMap, Math.sqrt(state.aspect), 1 / Math.sqrt(state.aspect));
    const exposed = state.startMotion.map((value) => state.exposure * value);
    const renewed = sharpened(this.#levels, this.#pyramid, map, start, exposed, [state.aspect, state.side]);
    if (!renewed) return false;
    state.startMotion = [...motion];
    state.startMap = renewed.map;
    state.map = renewed.map;
    this.#levels = renewed.levels;
    state.blurredFrames = 0;
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
  #looksElsewhere({ confidence, fit }: FittedPose): boolean {
    const state = this.#state;
    if (confidence >= SURE && fit.share >= TROUBLED_SHARE && state.lostFor === 0) {
      state.troubledFor = 0;
      state.agreement = 'untried';
      return false;
    }
    const since = state.troubledFor++;
    const settled = confidence >= SETTLED && state.agreement === 'agrees' && state.lostFor === 0;
    return !settled || since % LOOK_AGAIN_AFTER === 0;
  }

  /** Looks for the surface in the whole frame. */
  #elsewhere(frame: LumaFrame): FittedPose | null {
    const { width, height, map } = this.#state;
    const whole = { left: 0, top: 0, right: width, bottom: height };
    this.#pyramid.fill(frame, whole);
    const finest = this.#levels[0] as SurfaceLevel;
    const last = cornersOf(map, finest.grid.a, finest.grid.b);
    const redetected = redetect(this.#pyramid, this.#views, whole, finest.grid.a);
    const starts = redetected ? [redetected.map] : [];
    if (!redetected) starts.push(...searchShifts(this.#levels.at(-1) as SurfaceLevel, this.#pyramid, map));
    let best: FittedPose | null = null;
    for (const start of starts) {
      const next = this.#aligned(start, priorAround(start, this.#state.side, FOUND_AFRESH), last);
      if (next.score > (best?.score ?? 0)) best = next;
    }
    return best;
  }

  /** The one of two maps that fits better at a coarse level. */
  #better(first: Homography, second: Homography): Homography {
    const level = this.#levels[Math.min(1, this.#levels.length - 1)] as SurfaceLevel;
    const [one, two] = [
      scoreOf(fitOf(level, this.#pyramid, first)),
      scoreOf(fitOf(level, this.#pyramid, second)),
    ];
    return two > one ? second : first;
  }

  #aligned(start: Homography, prior: MotionPrior, last: Corners): FittedPose {
    return poseAt(this.#levels, this.#pyramid, aligned(this.#levels, this.#pyramid, start, prior), last);
  }
}
