import { type Corners, cornersOf, type Homography, rectangleTo } from '../../kernel/geometry/homography.ts';
import { align, type MotionPrior } from './align.ts';
import { compare } from './comparison.ts';
import { complete } from './completion.ts';
import { type Agreement, confidenceOf, type Evidence, evidenceOf } from './confidence.ts';
import { type Fit, fitOf } from './fit.ts';
import { FramePyramid, type Region } from './frame-pyramid.ts';
import type { LumaFrame } from './luma-frame.ts';
import { blurTemplate } from './motion-blur.ts';
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
const LEAST_DEVIATION = 0.5;
const VELOCITY_GAIN = 0.6;
const WELL_SUPPORTED = 0.4;
const EXPOSURES = [0.25, 0.5, 0.75, 1] as const;
/** Frames that tell the exposure, and how often it is asked again. */
const TRIALS = 4;
const TRIED_EVERY = 8;
const BLURRED_PIXELS = 3;
const BLURRED_START_PIXELS = 5;
const SHARP_SHARE = 0.3;
const TROUBLED_SHARE = 0.6;
const AGREEING_PIXELS = 4;

const storedOf = ({ template, completion }: SurfaceLevel): Stored[] => [
  template.samples,
  template.known,
  template.trust,
  completion.candidate,
  completion.run,
  completion.fits,
];
const ARRAYS_A_LEVEL = 6;

interface State {
  readonly width: number;
  readonly height: number;
  readonly aspect: number;
  readonly side: number;
  /** The last pose that was found. */
  map: Homography;
  /** Pixels by which each corner moves from frame to frame. */
  velocity: number[];
  /** Frames since the last pose that was found. */
  lostFor: number;
  frames: number;
  /** Of the frame that the template is from: the pose, and how the corners moved around it. */
  startMap: Homography;
  startMotion: number[] | null;
  wasSure: boolean;
  /** Share of the time between frames for which the shutter is open, and how many frames have told it. */
  exposure: number;
  blurredFrames: number;
  /** Median error of the predictions, in pixels. */
  predictionError: number;
  shapeError: number;
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
      velocity: Array(8).fill(0),
      lostFor: 0,
      frames: 0,
      startMap: map,
      startMotion: null,
      wasSure: false,
      exposure: 0.5,
      blurredFrames: 0,
      predictionError: 4,
      shapeError: 3,
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
    this.#pyramid.fill(frame, around(moving, last, state.predictionError));
    const start = this.#better(predicted, state.map);
    let found = this.#pose(
      this.#aligned(start, this.#prior(start, state.predictionError, state.shapeError)),
      last,
    );
    let agreement: Agreement = 'untried';
    if (found.confidence < SURE || found.fit.share < TROUBLED_SHARE || state.lostFor > 0) {
      const other = this.#elsewhere(frame);
      if (other) {
        const distance = cornerDistance(other.corners, found.corners);
        agreement = distance < AGREEING_PIXELS ? 'agrees' : 'disagrees';
        if (other.score > found.score) found = other;
      }
    }
    const plain = found;
    if (state.lostFor === 0) found = this.#blurred(found, last, predicted);
    const { map, corners } = found;
    const evidence = evidenceOf(found.fit, agreement, found !== plain);
    const confidence = found.confidence > 0 ? confidenceOf(evidence) : 0;
    if (confidence < LOST_BELOW) {
      state.lostFor++;
      return { corners: null, confidence, evidence };
    }
    if (state.lostFor > 0) state.velocity = Array(8).fill(0);
    else {
      const wrong = corners.map((value, i) => value - (moving[i] as number));
      const [x, y] = [0, 1].map((odd) =>
        wrong.reduce((sum, value, i) => sum + (i % 2 === odd ? value / 4 : 0), 0),
      ) as [number, number];
      const shape = wrong.map((value, i) => value - (i % 2 ? y : x));
      const blurred = state.exposure * speedOf(state.velocity) > BLURRED_PIXELS;
      const steady = found.fit.support > WELL_SUPPORTED && !blurred;
      state.predictionError += 0.2 * (Math.min(40, speedOf(wrong)) - state.predictionError);
      const shapeError = Math.min(20, speedOf(shape));
      if (steady) state.shapeError += 0.2 * (shapeError - state.shapeError);
      const gain = state.predictionError > 3 ? 1 : VELOCITY_GAIN;
      const shapeGain = steady ? VELOCITY_GAIN : 0.2;
      state.velocity = state.velocity.map(
        (speed, i) => speed + gain * (i % 2 ? y : x) + shapeGain * (shape[i] as number),
      );
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

  /** The pose by the template as it looks in motion, where the surface moves fast and that fits better. */
  #blurred(found: Found, last: Corners, predicted: Homography): Found {
    const state = this.#state;
    const motion = found.corners.map((value, i) => {
      const moved = value - (last[i] as number);
      return moved + (moved - (state.velocity[i] as number)) / 2;
    });
    const trying = state.blurredFrames < TRIALS || state.frames % TRIED_EVERY === 0;
    const exposed = trying ? 0.5 : state.exposure;
    if (!(speedOf(motion) * exposed > BLURRED_PIXELS) || found.confidence === 0) return found;
    const prior = this.#prior(
      predicted,
      state.predictionError,
      state.shapeError,
      speedOf(motion) * state.exposure,
    );
    let best = found;
    let exposure = 0;
    for (const share of trying ? EXPOSURES : [state.exposure]) {
      for (const [i, level] of this.#levels.entries())
        blurTemplate(
          this.#blurredLevels[i] as SurfaceLevel,
          level,
          found.corners,
          motion.map((value) => share * value),
        );
      const next = this.#pose(
        this.#aligned(found.map, prior, this.#blurredLevels),
        last,
        this.#blurredLevels,
      );
      if (next.score > best.score) [best, exposure] = [next, share];
    }
    if (trying) {
      state.blurredFrames = Math.min(TRIALS, state.blurredFrames + 1);
      state.exposure += (exposure - state.exposure) / state.blurredFrames;
    }
    return best;
  }

  #prior(map: Homography, shift: number, shape: number, blur = 0): MotionPrior {
    const inGrid = (error: number): number =>
      Math.min(30, Math.max(LEAST_DEVIATION, 2.5 * error)) / (this.#state.side / 2);
    return { map, shift: inGrid(shift), shape: inGrid(shape), blur };
  }

  #pose(map: Homography, last: Corners, levels = this.#levels): Found {
    const finest = levels[0] as SurfaceLevel;
    const corners = cornersOf(map, finest.grid.a, finest.grid.b);
    const fit = fitOf(finest, this.#pyramid, map);
    const sane = isConvex(corners, Math.sign(signedArea(last))) && corners.every(Number.isFinite);
    return {
      map,
      corners,
      fit,
      confidence: sane ? confidenceOf(evidenceOf(fit, 'untried', false)) : 0,
      score: sane ? score(fit) : 0,
    };
  }

  /** Looks for the surface in the whole frame. */
  #elsewhere(frame: LumaFrame): Found | null {
    const { width, height, map } = this.#state;
    const whole = { left: 0, top: 0, right: width, bottom: height };
    this.#pyramid.fill(frame, whole);
    const finest = this.#levels[0] as SurfaceLevel;
    const last = cornersOf(map, finest.grid.a, finest.grid.b);
    const redetected = redetect(this.#pyramid, this.#views, whole, finest.grid.a);
    const starts = redetected ? [redetected.map] : [];
    if (!redetected) starts.push(...searchShifts(this.#levels.at(-1) as SurfaceLevel, this.#pyramid, map));
    let best: Found | null = null;
    for (const start of starts) {
      const next = this.#pose(this.#aligned(start, this.#prior(start, 6, 6)), last);
      if (next.score > (best?.score ?? 0)) best = next;
    }
    return best;
  }

  /** The one of two maps that fits better at a coarse level. */
  #better(first: Homography, second: Homography): Homography {
    const level = this.#levels[Math.min(1, this.#levels.length - 1)] as SurfaceLevel;
    const [one, two] = [
      score(fitOf(level, this.#pyramid, first)),
      score(fitOf(level, this.#pyramid, second)),
    ];
    return two > one ? second : first;
  }

  /** From the finest level on which most cells fit already. */
  #aligned(start: Homography, prior: MotionPrior, levels = this.#levels): Homography {
    const last = levels.length - 1;
    let first = 0;
    while (first < last && fitOf(levels[first] as SurfaceLevel, this.#pyramid, start).share < 0.45) first++;
    let map = start;
    for (let i = first; i >= 0; i--)
      map = align(levels[i] as SurfaceLevel, this.#pyramid, map, prior, i === 0 ? 6 : 8, true);
    return map;
  }
}

/** Root of the mean squared length of the corners' ways. */
const speedOf = (motion: readonly number[]): number =>
  Math.sqrt(motion.reduce((sum, value) => sum + value * value, 0) / 4);

interface Found {
  readonly map: Homography;
  readonly corners: Corners;
  readonly fit: Fit;
  readonly confidence: number;
  readonly score: number;
}

const score = ({ support, correlation }: Fit): number => support * correlation;

const shifted = (corners: Corners, by: readonly number[]): Corners =>
  corners.map((value, i) => value + (by[i] as number)) as unknown as Corners;

/** What lies around two quadrilaterals. */
function around(first: Corners, second: Corners, error: number): Region {
  const [xs, ys] = [0, 1].map((odd) => [...first, ...second].filter((_, i) => i % 2 === odd)) as [
    number[],
    number[],
  ];
  const margin = 24 + 3 * error;
  return {
    left: Math.min(...xs) - margin,
    top: Math.min(...ys) - margin,
    right: Math.max(...xs) + margin,
    bottom: Math.max(...ys) + margin,
  };
}
