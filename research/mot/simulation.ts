import type { Box } from '../../shared/kernel/geometry/box.ts';
import { seededRandom } from '../../shared/kernel/random/seeded-random.ts';
import type { MotRow } from './mot-file.ts';
import type { Sequence } from './sequence.ts';

/** Where the camera is and looks: metres and radians; `focal` in pixels. */
export interface Camera {
  readonly x: number;
  readonly z: number;
  readonly yaw: number;
  readonly pitch: number;
  readonly focal: number;
}

/** Something upright on the ground. Metres; x to the right, z away from where the camera starts. */
export interface Actor {
  readonly width: number;
  readonly height: number;
  /** From front to back; that of something as long as wide, which looks alike from all sides, where absent. */
  readonly length?: number;
  /** What it is to the detector and to the ground truth. Default: an object, which is annotated and detected. */
  readonly role?: 'object' | 'occluder' | FalseSite;
  /** `heading` in radians to the right of z; only what has a length needs one. Undefined while it is not there. */
  readonly at: (
    second: number,
  ) => { readonly x: number; readonly z: number; readonly heading?: number } | undefined;
}

/** A place that a detector takes for an object now and then. */
interface FalseSite {
  /** Chance in [0, 1] that a frame shows it. */
  readonly chance: number;
  /** Logit of its mean score. */
  readonly logit: number;
}

/** Uniform in [0, 1). */
export type Random = () => number;

export interface Scene {
  readonly fps: number;
  readonly seconds: number;
  readonly cameraHeight: number;
  readonly camera: (second: number, random: Random) => Camera;
  readonly cast: (random: Random) => Actor[];
  readonly detector?: Partial<SimulatedDetector>;
  /** Objects of which a smaller share is visible are not annotated. Default 0. */
  readonly leastVisible?: number;
}

/** What the detectors of the scenes differ in. */
export interface SimulatedDetector {
  /** It reports nothing that it is less sure of. */
  readonly leastScore: number;
  /** How much the logit of a score falls with the share of an object that is covered. */
  readonly slope: number;
  /** Standard deviation of the logit of an object's score over time. */
  readonly wavering: number;
  /** What its scores are wrong by: is added to the logit of every score. */
  readonly shift: number;
  /** Chance in [0, 1] that a visible object is missed in a frame, independently of all others. */
  readonly missed: number;
  /** Chance that a box is doubled by one of the same object whose score is lower, and by one of nearly the same extent. */
  readonly doubled: number;
  readonly repeated: number;
  /** Error of a box, against that of the usual detector. */
  readonly blur: number;
  /** False alarms that a frame has in any place, and the logit of their scores: its mean and standard deviation. */
  readonly alarms: { readonly perFrame: number; readonly logit?: readonly [number, number] };
}

const USUAL_DETECTOR: SimulatedDetector = {
  leastScore: 0.05,
  slope: 8,
  wavering: 1.2,
  shift: 0,
  missed: 0,
  doubled: 0.02,
  repeated: 0,
  blur: 1,
  alarms: { perFrame: 0.3 },
};

const FRAME = { width: 1280, height: 720 };
const NEAREST = 1.5;
/** Objects smaller than this many pixels are neither annotated nor detected. */
const SMALLEST = 18;

/** Of mean 0 and variance 1. */
export const normal = (random: Random): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

export const sigmoid = (value: number): number => 1 / (1 + Math.exp(-value));
export const logOdds = (value: number): number => Math.log(value / (1 - value));

/** Noise of unit variance that forgets within about `seconds` (a first-order autoregression). */
export function drift(random: Random, fps: number, seconds: number): () => number {
  const keep = Math.exp(-1 / (fps * seconds));
  let value = normal(random);
  return () => {
    value = keep * value + Math.sqrt(1 - keep * keep) * normal(random);
    return value;
  };
}

/** The box of an actor, not cut to the frame; undefined behind the camera. */
function project(
  { width, length = width, height, at }: Actor,
  second: number,
  camera: Camera,
  cameraHeight: number,
) {
  const actor = at(second);
  if (!actor) return undefined;
  const [dx, dz] = [actor.x - camera.x, actor.z - camera.z];
  const x = dx * Math.cos(camera.yaw) - dz * Math.sin(camera.yaw);
  const z = dx * Math.sin(camera.yaw) + dz * Math.cos(camera.yaw);
  if (z < NEAREST) return undefined;
  const row = (y: number): number =>
    FRAME.height / 2 + camera.focal * Math.tan(Math.atan2(cameraHeight - y, z) - camera.pitch);
  const [top, bottom] = [row(height), row(0)];
  const turned = (actor.heading ?? 0) - Math.atan2(dx, dz);
  const seen =
    length === width ? width : width * Math.abs(Math.cos(turned)) + length * Math.abs(Math.sin(turned));
  const across = (camera.focal * seen) / z;
  return {
    depth: z,
    box: {
      x: FRAME.width / 2 + (camera.focal * x) / z - across / 2,
      y: top,
      width: across,
      height: bottom - top,
    },
  };
}

function cut(box: Box): Box {
  const x = Math.min(FRAME.width, Math.max(0, box.x));
  const y = Math.min(FRAME.height, Math.max(0, box.y));
  const right = Math.min(FRAME.width, Math.max(0, box.x + box.width));
  const bottom = Math.min(FRAME.height, Math.max(0, box.y + box.height));
  return { x, y, width: right - x, height: bottom - y };
}

/** Share of a box that no nearer box covers, by an 8 × 8 grid of its points. */
function visibleShare(box: Box, nearer: readonly Box[]): number {
  let visible = 0;
  for (let i = 0; i < 64; i++) {
    const x = box.x + (((i % 8) + 0.5) * box.width) / 8;
    const y = box.y + ((Math.floor(i / 8) + 0.5) * box.height) / 8;
    if (!nearer.some((b) => x > b.x && x < b.x + b.width && y > b.y && y < b.y + b.height)) visible++;
  }
  return visible / 64;
}

/**
 * A simulated video with what a detector would say about it: scores fall as objects are covered and waver slowly,
 * boxes jitter (fast and slowly), some are seen twice, and now and then there is nothing where one is reported.
 */
export function film(name: string, scene: Scene, seed: number): Sequence {
  const { fps, seconds, cameraHeight, leastVisible = 0 } = scene;
  const detector = { ...USUAL_DETECTOR, ...scene.detector };
  const random = seededRandom(seed);
  const actors = scene.cast(random).map((actor) => ({
    actor,
    mood: drift(random, fps, 0.4),
    sway: [0, 1, 2, 3].map(() => drift(random, fps, 0.3)),
  }));
  const truth: MotRow[] = [];
  const detections: MotRow[] = [];
  for (let frame = 1; frame <= seconds * fps; frame++) {
    const second = (frame - 1) / fps;
    const camera = scene.camera(second, random);
    const report = (box: Box, confidence: number): void => {
      const seen = cut(box);
      const said = detector.shift === 0 ? confidence : sigmoid(logOdds(confidence) + detector.shift);
      if (said >= detector.leastScore && seen.width > 4 && seen.height > SMALLEST) {
        detections.push({ frame, id: -1, box: seen, confidence: Math.min(0.99, said), category: -1 });
      }
    };
    const inView = actors
      .flatMap(({ actor, mood, sway }, id) => {
        const view = project(actor, second, camera, cameraHeight);
        const [level, offsets] = [mood(), sway.map((next) => next())];
        if (!view) return [];
        const box = cut(view.box);
        const big =
          box.height >= SMALLEST && box.width * box.height > 0.35 * view.box.width * view.box.height;
        return big ? [{ id, role: actor.role ?? 'object', depth: view.depth, box, level, offsets }] : [];
      })
      .sort((a, b) => a.depth - b.depth);
    inView.forEach(({ id, role, box, level, offsets }, rank) => {
      if (role === 'occluder') return;
      const nearer = inView.slice(0, rank).filter((other) => typeof other.role === 'string');
      const visible = visibleShare(
        box,
        nearer.map((other) => other.box),
      );
      const blur = detector.blur * box.height * (0.02 + 0.05 * (1 - visible));
      const jitter = detector.blur * 0.008 * box.height;
      const found = (): Box => {
        const [x = 0, y = 0, width = 0, height = 0] = offsets.map(
          (slow) => blur * slow + jitter * normal(random),
        );
        return {
          x: box.x + x,
          y: box.y + y,
          width: Math.max(5, box.width + width),
          height: box.height + height,
        };
      };
      if (role !== 'object') {
        if (random() < role.chance && visible > 0.5) report(found(), sigmoid(role.logit + level));
        return;
      }
      if (visible >= leastVisible) truth.push({ frame, id: id + 1, box, confidence: 1, category: -1 });
      const score = sigmoid(detector.slope * (visible - 0.4) + detector.wavering * level);
      const reported = found();
      if (detector.missed === 0 || random() >= detector.missed) report(reported, score);
      if (detector.repeated > 0 && random() < detector.repeated) {
        const by = (): number => 0.02 * box.height * (random() - 0.5);
        report({ ...reported, x: reported.x + by(), y: reported.y + by() }, score * (0.8 + 0.2 * random()));
      }
      if (random() < detector.doubled) {
        const shift = 0.2 * (random() - 0.5);
        report(
          {
            ...reported,
            x: reported.x + shift * reported.height,
            height: reported.height * (0.6 + 0.5 * random()),
          },
          0.7 * random(),
        );
      }
    });
    for (let left = detector.alarms.perFrame; left > 0; left--) {
      if (random() >= left) continue;
      const height = 40 + 160 * random();
      const { logit: scores } = detector.alarms;
      report(
        { x: random() * FRAME.width, y: random() * (FRAME.height - height), width: 0.4 * height, height },
        scores ? sigmoid(scores[0] + scores[1] * normal(random)) : 0.75 * random(),
      );
    }
  }
  return { name, fps, mot17: false, truth, detections };
}
