import { route } from './route.ts';
import type { Sequence } from './sequence.ts';
import { type Actor, type Camera, film, normal, type Random, type Scene } from './simulation.ts';

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
        return {
          x: x + way * Math.cos(heading),
          z: z + way * Math.sin(heading) + bend * Math.sin(way / 2 + phase),
        };
      },
    };
  });
}

type Route = ReturnType<typeof route>;

/** What moves, or stands, beside a road: evenly spread over its length, all at about one side of it. */
interface Lane {
  readonly count: number;
  /** Metres to the right of the camera's way. */
  readonly aside: number;
  /** Standard deviation of that. */
  readonly spread: number;
  /** Metres a second along the road. */
  readonly speed: () => number;
  readonly make: () => Omit<Actor, 'at'>;
}

/** Actors on a road that begins 12 metres before the camera and is `length` metres long. */
function traffic(random: Random, along: Route, length: number, lanes: readonly Lane[]): Actor[] {
  return lanes.flatMap(({ count, aside, spread, speed, make }) =>
    Array.from({ length: count }, (_, i): Actor => {
      const start = 12 + ((i + 0.6 * random()) * length) / count;
      const [v, side, sway] = [speed(), aside + spread * normal(random), 6 * random()];
      return {
        ...make(),
        at: (t) => along(start + v * t + (v === 0 ? 0 : 0.15 * Math.abs(v) * Math.sin(t / 2 + sway)), side),
      };
    }),
  );
}

const car = (random: Random) => () => ({ width: 1.8, length: 4.2, height: 1.5 + 0.1 * normal(random) });
const cyclist = (random: Random) => () => ({ width: 0.6, length: 1.7, height: 1.75 + 0.08 * normal(random) });
const person = (random: Random) => () => {
  const height = 1.7 + 0.1 * normal(random);
  return { width: 0.38 * height, height };
};

/** Cars on a road that the camera drives along at `own` metres a second: parked, ahead, and oncoming. */
const cars = (random: Random, own: number, counts: readonly [number, number, number]): Lane[] => [
  { count: counts[0], aside: 5, spread: 0.3, speed: () => 0, make: car(random) },
  { count: counts[0], aside: -7, spread: 0.3, speed: () => 0, make: car(random) },
  { count: counts[1], aside: 0, spread: 0.3, speed: () => own * (0.8 + 0.4 * random()), make: car(random) },
  {
    count: counts[2],
    aside: -3.2,
    spread: 0.3,
    speed: () => -own * (0.9 + 0.3 * random()),
    make: car(random),
  },
];

/** People on both pavements, going both ways. */
const pavements = (random: Random, count: number, aside: number): Lane[] =>
  [aside, -aside].map((side) => ({
    count,
    aside: side,
    spread: 1.2,
    speed: () => (random() < 0.15 ? 0 : (random() < 0.5 ? -1 : 1) * (1.2 + 0.3 * normal(random))),
    make: person(random),
  }));

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
    leastScore: 0.5,
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

export const SCENE_NAMES: readonly string[] = Object.keys(SCENES);

/** The scene of that name with the actors and the detections that follow from the seed. */
export function simulate(name: string, seed: number): Sequence {
  const scene = SCENES[name];
  if (!scene) throw new RangeError(`There is no scene ${name}.`);
  return film(`${name} #${seed}`, scene, seed);
}
