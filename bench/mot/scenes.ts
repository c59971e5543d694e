import type { Box } from '../../shared/vision/box.ts';
import type { MotRow } from './mot-file.ts';
import type { Sequence } from './sequence.ts';

/** Where the camera is and looks: metres and radians; `focal` in pixels. */
interface Camera {
  readonly x: number;
  readonly z: number;
  readonly yaw: number;
  readonly pitch: number;
  readonly focal: number;
}

/** Something upright on the ground. Metres; x to the right, z away from where the camera starts. */
interface Actor {
  readonly width: number;
  readonly height: number;
  readonly at: (second: number) => readonly [x: number, z: number];
}

type Random = () => number;

interface Scene {
  readonly fps: number;
  readonly seconds: number;
  readonly cameraHeight: number;
  readonly camera: (second: number, random: Random) => Camera;
  readonly cast: (random: Random) => Actor[];
}

const FRAME = { width: 1280, height: 720 };
const NEAREST = 1.5;
/** Objects smaller than this many pixels are neither annotated nor detected. */
const SMALLEST = 18;

/** Uniform in [0, 1): Mulberry32 (T. Ettinger, 2017, public domain). */
function seeded(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

const normal = (random: Random): number =>
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

/** People in a strip of `width` × `depth` metres that begins `near` metres away; most go along the strip, both ways. */
function walkers(random: Random, count: number, width: number, near: number, depth: number): Actor[] {
  return Array.from({ length: count }, () => {
    const [x, z] = [(random() - 0.5) * width, near + random() * depth];
    const speed = random() < 0.15 ? 0 : (random() < 0.5 ? -1 : 1) * (1.2 + 0.3 * normal(random));
    const heading = 0.35 * normal(random) + (random() < 0.2 ? Math.PI / 2 : 0);
    const [bend, phase, stop] = [0.5 * random(), 6 * random(), random() < 0.25 ? 3 + 6 * random() : Infinity];
    const height = 1.7 + 0.1 * normal(random);
    return {
      width: 0.38 * height,
      height,
      at: (t) => {
        const way = speed * (Math.min(t, stop) + Math.max(0, t - stop - 2));
        return [x + way * Math.cos(heading), z + way * Math.sin(heading) + bend * Math.sin(way / 2 + phase)];
      },
    };
  });
}

/** Cars on a street that the camera drives along: parked ones, one's own lane, and the oncoming one. */
function cars(random: Random, seconds: number, ownSpeed: number): Actor[] {
  const length = seconds * ownSpeed + 80;
  const lane = (count: number, x: number, speed: () => number): Actor[] =>
    Array.from({ length: count }, (_, i) => {
      const [start, v, side] = [12 + ((i + 0.6 * random()) * length) / count, speed(), 0.3 * normal(random)];
      const sway = 6 * random();
      return {
        width: x === 0 ? 1.8 : 2.6,
        height: 1.5 + 0.1 * normal(random),
        at: (t) => [x + side, start + v * t + 1.5 * Math.sin(t / 2 + sway)],
      };
    });
  return [
    ...lane(20, 5, () => 0),
    ...lane(20, -7, () => 0),
    ...lane(5, 0, () => ownSpeed * (0.8 + 0.4 * random())),
    ...lane(16, -3.2, () => -ownSpeed * (0.9 + 0.3 * random())),
  ];
}

const still = (focal: number): Camera => ({ x: 0, z: 0, yaw: 0, pitch: 0, focal });

/** Scenes that stress what the public sequences hardly show. */
const scenes: Readonly<Record<string, Scene>> = {
  'crossing crowd': {
    fps: 25,
    seconds: 14,
    cameraHeight: 2,
    camera: () => still(900),
    cast: (random) => walkers(random, 34, 20, 7, 12),
  },
  'dense square from above': {
    fps: 25,
    seconds: 10,
    cameraHeight: 9,
    camera: () => ({ ...still(1100), pitch: 0.42 }),
    cast: (random) => walkers(random, 90, 24, 12, 18),
  },
  'few people at 10 frames': {
    fps: 10,
    seconds: 20,
    cameraHeight: 1.6,
    camera: () => still(1000),
    cast: (random) => walkers(random, 12, 16, 5, 8),
  },
  'panning and zooming': {
    fps: 25,
    seconds: 14,
    cameraHeight: 3,
    camera: (t) => ({ ...still(900 * (1 + 0.4 * Math.sin(t / 2))), yaw: 0.5 * Math.sin(t / 1.5) }),
    cast: (random) => walkers(random, 36, 40, 9, 14),
  },
  'shaking in the hand': {
    fps: 30,
    seconds: 12,
    cameraHeight: 1.7,
    camera: (t, random) => ({
      ...still(900),
      z: 0.8 * t,
      yaw: 0.03 * Math.sin(7 * t) + 0.006 * normal(random),
      pitch: 0.02 * Math.sin(9 * t + 1) + 0.006 * normal(random),
    }),
    cast: (random) => walkers(random, 30, 18, 6, 20),
  },
  'cars from a moving car': {
    fps: 10,
    seconds: 25,
    cameraHeight: 1.6,
    camera: (t, random) => ({
      ...still(720),
      z: 9 * t,
      yaw: 0.12 * Math.sin(t / 3),
      pitch: 0.004 * normal(random),
    }),
    cast: (random) => cars(random, 25, 9),
  },
};

export const sceneNames: readonly string[] = Object.keys(scenes);

/** The box of an actor, not cut to the frame; undefined behind the camera. */
function project({ width, height, at }: Actor, second: number, camera: Camera, cameraHeight: number) {
  const [worldX, worldZ] = at(second);
  const [dx, dz] = [worldX - camera.x, worldZ - camera.z];
  const x = dx * Math.cos(camera.yaw) - dz * Math.sin(camera.yaw);
  const z = dx * Math.sin(camera.yaw) + dz * Math.cos(camera.yaw);
  if (z < NEAREST) return undefined;
  const row = (y: number): number =>
    FRAME.height / 2 + camera.focal * Math.tan(Math.atan2(cameraHeight - y, z) - camera.pitch);
  const [top, bottom] = [row(height), row(0)];
  const across = (camera.focal * width) / z;
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
export function simulate(name: string, seed: number): Sequence {
  const scene = scenes[name];
  if (!scene) throw new RangeError(`There is no scene ${name}.`);
  const { fps, seconds, cameraHeight } = scene;
  const random = seeded(seed);
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
      if (confidence >= 0.05 && seen.width > 4 && seen.height > SMALLEST) {
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
  return { name: `${name} #${seed}`, fps, mot17: false, truth, detections };
}
