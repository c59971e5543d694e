import type { route } from './route.ts';
import { type Actor, normal, type Random } from './simulation.ts';

/** People in a strip of `width` × `depth` metres that begins `near` metres away; most go along the strip, both ways. */
export function walkers(random: Random, count: number, width: number, near: number, depth: number): Actor[] {
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

export type Route = ReturnType<typeof route>;

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
export function traffic(random: Random, along: Route, length: number, lanes: readonly Lane[]): Actor[] {
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

const car = (random: Random) => () => ({
  width: 1.8,
  length: 4.2,
  height: 1.5 + 0.1 * normal(random),
});
export const cyclist = (random: Random) => () => ({
  width: 0.6,
  length: 1.7,
  height: 1.75 + 0.08 * normal(random),
});
const person = (random: Random) => () => {
  const height = 1.7 + 0.1 * normal(random);
  return { width: 0.38 * height, height };
};

/** Cars on a road that the camera drives along at `own` metres a second: parked, ahead, and oncoming. */
export const cars = (random: Random, own: number, counts: readonly [number, number, number]): Lane[] => [
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
export const pavements = (random: Random, count: number, aside: number): Lane[] =>
  [aside, -aside].map((side) => ({
    count,
    aside: side,
    spread: 1.2,
    speed: () => (random() < 0.15 ? 0 : (random() < 0.5 ? -1 : 1) * (1.2 + 0.3 * normal(random))),
    make: person(random),
  }));

/** Places beside a strip of `depth` metres that a detector takes for people in most frames, hardly ever surely. */
export function falseSites(
  random: Random,
  count: number,
  aside: number,
  near: number,
  depth: number,
): Actor[] {
  return Array.from({ length: count }, () => {
    const at = {
      x: (random() < 0.5 ? -1 : 1) * (aside + 6 * random()),
      z: near + random() * depth,
    };
    const height = 1.2 + 0.8 * random();
    const role = { chance: 0.6, logit: -1.6 + 0.7 * normal(random) };
    return { role, width: 0.4 * height, height, at: () => at };
  });
}
