import { seededRandom } from '../../shared/kernel/random/seeded-random.ts';
import { cars, pavements, traffic } from './casts.ts';
import { route } from './route.ts';
import type { Sequence } from './sequence.ts';
import { type Actor, type Camera, film, normal, type Random, type Scene } from './simulation.ts';

const between = (random: Random, least: number, greatest: number): number =>
  least + (greatest - least) * random();

function pick<Value>(random: Random, ...values: readonly [Value, ...Value[]]): Value {
  return values[Math.floor(values.length * random())] ?? values[0];
}

/** A scene of which everything is drawn at random: place, camera, crowd, what hides people, and the detector. */
export function drawScene(seed: number): Sequence {
  const random = seededRandom(seed);
  const place = random() < 0.6 ? square(random) : road(random);
  const scene = { ...place, ...detector(random), leastVisible: pick(random, 0, 0, 0.1) };
  return film(`drawn #${seed}`, scene, seed);
}

/** People who come and go about a place with columns, before a camera that stands, turns, shakes or is carried. */
function square(random: Random): Scene {
  const fps = pick(random, 5, 8, 10, 14, 25, 30);
  const seconds = Math.round(between(random, 12, 24));
  const width = between(random, 8, 30);
  const [near, depth] = [between(random, 5, 12), between(random, 5, 20)];
  const from = { near, depth, width, seconds };
  const columns = columnsIn(random, pick(random, 0, 0, 1, 3, 5), from);
  const people = Math.round(between(random, 4, 4 + 0.1 * width * depth));
  const habits = {
    speed: pick(random, 0.6, 1.3, 1.3, 2.2),
    turns: pick(random, 0, 0.1, 0.5),
    leaving: pick(random, 0, 0, 0.1, 0.4),
  };
  const high = between(random, 1, 6);
  return {
    fps,
    seconds,
    cameraHeight: high,
    camera: cameraOf(random, high / (near + depth)),
    cast: (randomly) => [
      ...columns,
      ...columns.flatMap((column) => hiders(randomly, column, seconds)),
      ...visitors(randomly, people, habits, from),
      ...sites(random, from),
    ],
  };
}

interface Ground {
  readonly near: number;
  readonly depth: number;
  readonly width: number;
  readonly seconds: number;
}

function cameraOf(random: Random, pitch: number): Scene['camera'] {
  const kind = pick(random, 'still', 'still', 'turning', 'shaking', 'carried');
  const focal = between(random, 700, 1200);
  const [speed, swing] = [between(random, 0.3, 1.2), between(random, 0.1, 0.5)];
  const rest: Camera = { x: 0, z: 0, yaw: 0, pitch, focal };
  return (t, randomly) => {
    if (kind === 'still') return rest;
    if (kind === 'turning') return { ...rest, yaw: swing * Math.sin(speed * t) };
    const [yaw, tilt] = [0.004 * normal(randomly), pitch + 0.004 * normal(randomly)];
    const shaken = { ...rest, yaw: yaw + 0.02 * Math.sin(6 * t), pitch: tilt + 0.01 * Math.sin(8 * t) };
    if (kind === 'shaking') return shaken;
    return { ...shaken, z: 0.7 * speed * t, yaw: yaw + 0.3 * swing * Math.sin(speed * t) };
  };
}

type Habits = Readonly<Record<'speed' | 'turns' | 'leaving', number>>;

/** People who walk and turn at random; some are there for a part of the time only, as if through doors. */
function visitors(
  random: Random,
  count: number,
  { speed, turns, leaving }: Habits,
  { near, depth, width, seconds }: Ground,
): Actor[] {
  const later = Math.round(count * (1 + leaving * seconds * 0.3));
  return Array.from({ length: later }, (_, i) => {
    const [x, z] = [(random() - 0.5) * width, near + random() * depth];
    const own = speed * (random() < 0.15 ? 0 : Math.max(0.2, 1 + 0.25 * normal(random)));
    let heading = (random() < 0.5 ? 0 : Math.PI) + 0.5 * normal(random);
    const path = [{ x, z }];
    for (let k = 0; k < seconds * 5; k++) {
      if (random() < turns / 5) heading += 2 * normal(random);
      const last = path.at(-1) ?? { x, z };
      path.push({
        x: last.x + (own / 5) * Math.cos(heading),
        z: last.z + 0.6 * (own / 5) * Math.sin(heading),
      });
    }
    const begin = i < count ? 0 : random() * seconds;
    const end = random() < leaving * 2 ? begin + between(random, 1, 10) : Number.POSITIVE_INFINITY;
    const height = 1.7 + 0.1 * normal(random);
    return {
      width: 0.38 * height,
      height,
      at: (t) => (t >= begin && t < end ? along(path, 5 * (t - begin)) : undefined),
    };
  });
}

interface Point {
  readonly x: number;
  readonly z: number;
}

function along(path: readonly Point[], step: number): Point {
  const k = Math.min(path.length - 2, Math.floor(step));
  const [a, b] = [path[k], path[k + 1]];
  if (!a || !b) return path[0] ?? { x: 0, z: 0 };
  const share = Math.min(1, step - k);
  return { x: a.x + share * (b.x - a.x), z: a.z + share * (b.z - a.z) };
}

type Column = Actor & { readonly centre: Point };

function columnsIn(random: Random, count: number, { near, depth, width }: Ground): Column[] {
  return Array.from({ length: count }, () => {
    const centre = { x: (random() - 0.5) * 0.8 * width, z: near + 0.6 * random() * depth };
    return { role: 'occluder', centre, width: between(random, 0.5, 2.5), height: 3, at: () => centre };
  });
}

/** People who go behind a column, stay for up to five seconds, and go on, turn back, or are not seen again. */
function hiders(random: Random, { centre, width }: Column, seconds: number): Actor[] {
  return Array.from({ length: 1 + Math.floor(3 * random()) }, () => {
    const side = random() < 0.5 ? -1 : 1;
    const speed = between(random, 0.8, 1.6);
    const arrives = random() * seconds;
    const stays = random() < 0.5 ? 0 : 5 * random();
    const then = pick(random, 1, 1, -1, Number.NaN);
    const height = 1.7 + 0.1 * normal(random);
    const z = centre.z + 0.8 + 0.5 * random();
    return {
      width: 0.38 * height,
      height,
      at: (t) => {
        if (t <= arrives) return { x: centre.x + side * speed * (arrives - t), z };
        if (t <= arrives + stays) return { x: centre.x + 0.1 * width, z };
        return Number.isNaN(then)
          ? undefined
          : { x: centre.x - then * side * speed * (t - arrives - stays), z };
      },
    };
  });
}

/** Places that are taken for people now and then. */
function sites(random: Random, { near, depth, width }: Ground): Actor[] {
  const chance = pick(random, 0.03, 0.1, 0.3, 0.6);
  const logit = between(random, -0.5, 2);
  return Array.from({ length: pick(random, 0, 2, 6, 15) }, () => {
    const at = { x: (random() - 0.5) * width, z: near + random() * depth };
    const height = between(random, 0.8, 2);
    return { role: { chance, logit }, width: 0.4 * height, height, at: () => at };
  });
}

/** Cars, and people on the pavements, seen from a car that goes along a road. */
function road(random: Random): Scene {
  const own = between(random, 2, 14);
  const length = 25 * own;
  const bend = between(random, -1.2, 1.2);
  const way = route(length, [{ from: 0.2 * length, to: 0.5 * length, angle: bend }]);
  const counts = [1, 2, 3].map(() => Math.round(between(random, 0.02, 0.08) * length)) as [
    number,
    number,
    number,
  ];
  const people = Math.round(between(random, 0, 0.08) * length);
  const seconds = Math.round(between(random, 12, 24));
  const ghosts = sites(random, { near: 10, depth: length, width: 26, seconds });
  const focal = between(random, 600, 900);
  return {
    fps: pick(random, 5, 10, 10, 15, 25),
    seconds,
    cameraHeight: between(random, 1.2, 2.5),
    camera: (t, randomly) => {
      const { x, z, heading } = way(own * t, 0);
      return { x, z, yaw: heading, pitch: 0.003 * normal(randomly), focal };
    },
    cast: (randomly) => [
      ...traffic(randomly, way, length, [...cars(randomly, own, counts), ...pavements(randomly, people, 8)]),
      ...ghosts,
    ],
  };
}

function detector(random: Random): Pick<Scene, 'detector'> {
  return {
    detector: {
      leastScore: pick(random, 0.01, 0.05, 0.3),
      slope: between(random, 6, 11),
      wavering: between(random, 0.6, 2.2),
      shift: pick(random, 0, 0, -2, -1, 1),
      missed: pick(random, 0, 0.05, 0.15),
      doubled: pick(random, 0, 0.02, 0.05),
      repeated: pick(random, 0, 0, 0, 0.2),
      blur: between(random, 0.6, 1.8),
      alarms: {
        perFrame: pick(random, 0.1, 0.5, 2),
        logit: [between(random, -2, 1), between(random, 0.7, 1.5)],
      },
    },
  };
}
