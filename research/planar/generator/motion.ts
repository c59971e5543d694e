import type { Corners } from '../../../shared/kernel/geometry/homography.ts';

export type Random = () => number;
/** A quantity over time, in frames. */
export type Course = (time: number) => number;

/** A rectangle in space before a camera. */
export interface Pose {
  /** Middle in pixels, and size in pixels where it faces the camera. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Radians: in the picture's plane, and about the upright and the lying axis. */
  readonly roll?: number;
  readonly yaw?: number;
  readonly pitch?: number;
}

/** Distance of the camera from the picture's plane, in pixels. */
const FOCAL_LENGTH = 700;

export function posed({ x, y, width, height, roll = 0, yaw = 0, pitch = 0 }: Pose): Corners {
  const [cr, sr, cy, sy] = [Math.cos(roll), Math.sin(roll), Math.cos(yaw), Math.sin(yaw)];
  const [cp, sp] = [Math.cos(pitch), Math.sin(pitch)];
  const corners = [-1, -1, 1, -1, 1, 1, -1, 1].map((value, i) => (value * (i % 2 ? height : width)) / 2);
  for (let i = 0; i < 8; i += 2) {
    const [u, v] = [corners[i] as number, corners[i + 1] as number];
    const [a, b] = [cr * u - sr * v, sr * u + cr * v];
    const depth = sy * a + cy * sp * b;
    const scale = FOCAL_LENGTH / (FOCAL_LENGTH + depth);
    corners[i] = x + cy * a * scale - sy * sp * b * scale;
    corners[i + 1] = y + cp * b * scale;
  }
  return corners as unknown as Corners;
}

/** Swings with two periods; 0 at time 0. Reaches about `reach` on either side. */
export function swing(random: Random, reach: number, period: number): Course {
  const [long, short] = [period * (0.8 + 0.4 * random()), period * (0.3 + 0.15 * random())];
  const [one, two] = [2 * Math.PI * random(), 2 * Math.PI * random()];
  const at = (time: number): number =>
    0.8 * Math.sin((2 * Math.PI * time) / long + one) + 0.2 * Math.sin((2 * Math.PI * time) / short + two);
  return (time) => reach * (at(time) - at(0));
}

/** Between jumps every `every` frames it stays where it is. */
export function jumps(random: Random, reach: number, every: number): Course {
  const places = Array.from({ length: 200 }, (_, i) => (i === 0 ? 0 : reach * (2 * random() - 1)));
  return (time) => places[Math.max(0, Math.round(time / every))] ?? 0;
}

/** From 0 to 1 between two times. */
export function ramp(from: number, to: number): Course {
  return (time) => {
    const share = Math.min(1, Math.max(0, (time - from) / (to - from)));
    return share * share * (3 - 2 * share);
  };
}
