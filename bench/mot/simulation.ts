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
  /** `heading` in radians to the right of z; only what has a length needs one. */
  readonly at: (second: number) => { readonly x: number; readonly z: number; readonly heading?: number };
}

/** Uniform in [0, 1). */
export type Random = () => number;

export interface Scene {
  readonly fps: number;
  readonly seconds: number;
  readonly cameraHeight: number;
  readonly camera: (second: number, random: Random) => Camera;
  readonly cast: (random: Random) => Actor[];
  /** The detector reports nothing that it is less sure of. Default 0.05. */
  readonly leastScore?: number;
}

const FRAME = { width: 1280, height: 720 };
const NEAREST = 1.5;
/** Objects smaller than this many pixels are neither annotated nor detected. */
const SMALLEST = 18;

/** Of mean 0 and variance 1. */
export const normal = (random: Random): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

/** Noise of unit variance that forgets within about `seconds` (a first-order autoregression). */
function drift(random: Random, fps: number, seconds: number): () => number {
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
  const { fps, seconds, cameraHeight, leastScore = 0.05 } = scene;
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
      if (confidence >= leastScore && seen.width > 4 && seen.height > SMALLEST) {
        detections.push({ frame, id: -1, box: seen, confidence: Math.min(0.99, confidence), category: -1 });
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
        return big ? [{ id, depth: view.depth, box, level, offsets }] : [];
      })
      .sort((a, b) => a.depth - b.depth);
    inView.forEach(({ id, box, level, offsets }, rank) => {
      truth.push({ frame, id: id + 1, box, confidence: 1, category: -1 });
      const visible = visibleShare(
        box,
        inView.slice(0, rank).map((other) => other.box),
      );
      const score = 1 / (1 + Math.exp(-(8 * (visible - 0.4) + 1.2 * level)));
      const blur = box.height * (0.02 + 0.05 * (1 - visible));
      const [x = 0, y = 0, width = 0, height = 0] = offsets.map(
        (slow) => blur * slow + 0.008 * box.height * normal(random),
      );
      const found = {
        x: box.x + x,
        y: box.y + y,
        width: Math.max(5, box.width + width),
        height: box.height + height,
      };
      report(found, score);
      if (random() < 0.02) {
        const shift = 0.2 * (random() - 0.5);
        report(
          { ...found, x: found.x + shift * found.height, height: found.height * (0.6 + 0.5 * random()) },
          0.7 * random(),
        );
      }
    });
    if (random() < 0.3) {
      const height = 40 + 160 * random();
      report(
        { x: random() * FRAME.width, y: random() * (FRAME.height - height), width: 0.4 * height, height },
        0.75 * random(),
      );
    }
  }
  return { name, fps, mot17: false, truth, detections };
}
