import { cars, cyclist, falseSites, pavements, type Route, traffic, walkers } from './casts.ts';
import { route } from './route.ts';
import type { Sequence } from './sequence.ts';
import { type Camera, film, normal, type Scene } from './simulation.ts';

const QUARTER = Math.PI / 2;
const straight = route(1, []);
/** At 7 m/s: up to 30°/s of yaw. */
const junctions = route(200, [
  { from: 25, to: 57, angle: QUARTER },
  { from: 75, to: 107, angle: -QUARTER },
  { from: 125, to: 157, angle: QUARTER },
]);
const bends = route(260, [
  { from: 30, to: 80, angle: 0.9 },
  { from: 100, to: 160, angle: -1.1 },
  { from: 180, to: 220, angle: 0.6 },
]);
const busRoute = route(120, [{ from: 30, to: 60, angle: QUARTER }]);

/** A camera that goes along a road and looks where it goes. */
const onBoard =
  (along: Route, speed: number, focal: number, pitching: number): Scene['camera'] =>
  (t, random) => {
    const { x, z, heading } = along(speed * t, 0);
    return { x, z, yaw: heading, pitch: pitching * normal(random), focal };
  };

const still = (focal: number): Camera => ({ x: 0, z: 0, yaw: 0, pitch: 0, focal });

/** Scenes that stress what the public sequences hardly show. */
const SCENES: Readonly<Record<string, Scene>> = {
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
    cast: (random) => traffic(random, straight, 305, cars(random, 9, [20, 5, 16])),
  },
  'turning at junctions': {
    fps: 10,
    seconds: 25,
    cameraHeight: 1.65,
    camera: onBoard(junctions, 7, 720, 0.003),
    cast: (random) => traffic(random, junctions, 240, cars(random, 7, [18, 4, 12])),
  },
  'an almost empty road': {
    fps: 10,
    seconds: 25,
    cameraHeight: 1.65,
    camera: onBoard(bends, 9, 720, 0.003),
    cast: (random) =>
      traffic(random, bends, 300, [...cars(random, 9, [4, 2, 4]), ...pavements(random, 3, 6)]),
  },
  'people, cyclists and cars': {
    fps: 10,
    seconds: 25,
    cameraHeight: 1.65,
    camera: onBoard(bends, 5, 720, 0.003),
    cast: (random) =>
      traffic(random, bends, 200, [
        ...cars(random, 5, [8, 2, 8]),
        ...pavements(random, 16, 8),
        { count: 8, aside: 3, spread: 0.4, speed: () => 3 + 2 * random(), make: cyclist(random) },
      ]),
  },
  'pushed through pedestrians': {
    fps: 14,
    seconds: 25,
    cameraHeight: 1,
    detector: { leastScore: 0.5 },
    camera: (t, random) => ({
      ...still(950),
      z: 1.1 * t,
      x: 0.3 * Math.sin(t / 2),
      yaw: 0.2 * Math.sin(t / 1.7) + 0.003 * normal(random),
      pitch: 0.006 * normal(random),
    }),
    cast: (random) => [
      ...walkers(random, 8, 6, 5, 40),
      ...traffic(random, straight, 60, [...pavements(random, 6, 1.8), ...pavements(random, 3, 3.5)]),
    ],
  },
  'from a bus': {
    fps: 25,
    seconds: 16,
    cameraHeight: 2.5,
    camera: onBoard(busRoute, 6, 1000, 0.002),
    cast: (random) =>
      traffic(random, busRoute, 140, [...pavements(random, 40, 7), ...cars(random, 6, [0, 3, 5])]),
  },
};

/** Seldom is anybody in view; nearly all that is detected are false alarms. */
const SPARSE_SCENES: Readonly<Record<string, Scene>> = {
  'hardly anybody beside a road': {
    fps: 10,
    seconds: 50,
    cameraHeight: 1.65,
    detector: { alarms: { perFrame: 0.5, logit: [-1.5, 0.6] } },
    camera: (t, random) => ({
      ...still(720),
      z: 12 * t,
      yaw: 0.05 * Math.sin(t / 3),
      pitch: 0.003 * normal(random),
    }),
    cast: (random) => [
      ...traffic(random, straight, 600, pavements(random, 1, 6)),
      ...falseSites(random, 70, 4, 10, 650),
    ],
  },
  'one passer-by': {
    fps: 10,
    seconds: 50,
    cameraHeight: 3,
    detector: { alarms: { perFrame: 0.5, logit: [-1.5, 0.6] } },
    camera: () => ({ ...still(900), pitch: 0.1 }),
    cast: (random) => [
      { width: 0.65, height: 1.7, at: (t) => ({ x: 1.6 * (t - 20), z: 7 }) },
      ...falseSites(random, 10, 2, 10, 20),
    ],
  },
};

/** The link model learns from these. */
export const SCENE_NAMES: readonly string[] = Object.keys(SCENES);
export const SPARSE_SCENE_NAMES: readonly string[] = Object.keys(SPARSE_SCENES);

/** The scene of that name with the actors and the detections that follow from the seed. */
export function simulate(name: string, seed: number): Sequence {
  const scene = SCENES[name] ?? SPARSE_SCENES[name];
  if (!scene) throw new RangeError(`There is no scene ${name}.`);
  return film(`${name} #${seed}`, scene, seed);
}
