import { type Corners, project, rectangleTo } from '../../../shared/kernel/geometry/homography.ts';
import { type Pose, posed, type Random, swing } from './motion.ts';
import type { Occluder, Scene } from './scene.ts';
import type { Texture } from './texture.ts';

/** What a kind of scene is made of. */
export interface Materials {
  readonly random: Random;
  readonly frames: number;
  /** Of scenes that come in variants, which one. */
  readonly variant: number;
  readonly surface: Texture;
  readonly background: Texture;
  readonly other: Texture;
}

export const [WIDTH, HEIGHT] = [640, 360];

/** A scene without anything hard about it, but for its `motion`. */
export function scene(
  { random, frames, surface, background }: Materials,
  motion: (time: number) => Partial<Pose>,
  more: Partial<Scene> = {},
): Scene {
  const [x, y] = [swing(random, 25, 90), swing(random, 15, 70)];
  const start = { x: 320, y: 180, width: 240, height: 180 };
  return {
    width: WIDTH,
    height: HEIGHT,
    frames,
    surface,
    background,
    corners: (time) => posed({ ...start, ...motion(time) }),
    behind: (time) => posed({ x: 320 + x(time), y: 180 + y(time), width: 800, height: 520 }),
    occluders: [],
    exposure: 0,
    noise: 2,
    ...more,
  };
}

export const drifting = (
  random: Random,
  reach = 50,
  period = 80,
): ((time: number) => { x: number; y: number }) => {
  const [x, y] = [swing(random, reach, period), swing(random, 0.6 * reach, 0.8 * period)];
  return (time) => ({ x: 320 + x(time), y: 180 + y(time) });
};

export function mixed(random: Random): (time: number) => Partial<Pose> {
  const [drift, roll] = [drifting(random, 40), swing(random, 0.35, 80)];
  const [yaw, pitch, zoom] = [swing(random, 0.45, 70), swing(random, 0.4, 60), swing(random, 0.25, 75)];
  return (time) => ({
    ...drift(time),
    roll: roll(time),
    yaw: yaw(time),
    pitch: pitch(time),
    width: 240 * Math.exp(zoom(time)),
    height: 180 * Math.exp(zoom(time)),
  });
}

/** Part of the surface's own rectangle, in shares of its sides. */
export function within(corners: Corners, left: number, top: number, right: number, bottom: number): Corners {
  const [x0, y0, x1, y1, x2, y2, x3, y3] = corners;
  const at = (u: number, v: number): [number, number] => [
    (1 - v) * ((1 - u) * x0 + u * x1) + v * ((1 - u) * x3 + u * x2),
    (1 - v) * ((1 - u) * y0 + u * y1) + v * ((1 - u) * y3 + u * y2),
  ];
  return [...at(left, top), ...at(right, top), ...at(right, bottom), ...at(left, bottom)];
}

/** The same as a camera sees it: of a surface that is slanted, too. */
export function partOf(corners: Corners, left: number, top: number, right: number, bottom: number): Corners {
  const map = rectangleTo(corners, 1, 1);
  if (!map) throw new RangeError('a surface without area');
  const places = [left, top, right, top, right, bottom, left, bottom];
  for (let i = 0; i < 8; i += 2)
    project(map, 2 * (places[i] as number) - 1, 2 * (places[i + 1] as number) - 1, places, i);
  return places as unknown as Corners;
}

/** A patch that passes over the surface every `period` frames. */
export function passing(random: Random, look: Texture | number, size: number, period: number): Occluder {
  const [phase, y, roll] = [random(), 140 + 80 * random(), 0.6 * (random() - 0.5)];
  const wobble = swing(random, 30, 40);
  return {
    look,
    corners: (time) =>
      posed({
        x: 320 + 300 * Math.cos(2 * Math.PI * (time / period + phase)),
        y: y + wobble(time),
        width: size,
        height: 1.6 * size,
        roll,
      }),
  };
}
