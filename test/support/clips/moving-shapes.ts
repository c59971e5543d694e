import { type Box, intersection } from '../../../shared/kernel/geometry/box.ts';
import { seededRandom } from '../../../shared/kernel/random/seeded-random.ts';

/** What the camera sees besides the shapes. */
interface SceneConditions {
  /** Standard deviation of the sensor noise, in levels. */
  readonly noise: number;
  /** Exposure swings by this share around its mean, once over the clip. */
  readonly lightSwing: number;
}

export interface RenderedFrame {
  readonly data: Uint8Array;
  /** Boxes of the visible parts of the shapes, in pixels; only of shapes that touch no other one. */
  readonly apart: readonly Box[];
  /** Boxes of all visible parts. */
  readonly visible: readonly Box[];
}

interface Shape {
  readonly round: boolean;
  readonly color: readonly [number, number, number];
  readonly width: number;
  readonly height: number;
  /** Centre at the first frame, in pixels, and its motion per frame. */
  readonly start: readonly [number, number];
  readonly velocity: readonly [number, number];
}

/**
 * Renders what a fixed camera sees: a textured scene that shapes cross on straight lines, rgb24 with sensor
 * noise and a slowly changing exposure. The same seed gives the same frames.
 */
export function renderMovingShapes(
  width: number,
  height: number,
  frameCount: number,
  conditions: SceneConditions,
  seed: number,
): RenderedFrame[] {
  const random = seededRandom(seed);
  const scene = renderScene(width, height, random);
  const shapes = Array.from({ length: 5 }, (_, i) => randomShape(i, width, height, frameCount, random));
  // A table of samples: drawing one for each value of each frame would take longer than the detection.
  const noise = Float32Array.from({ length: 65_537 }, () => conditions.noise * normal(random));
  return Array.from({ length: frameCount }, (_, t) => {
    const levels = scene.slice();
    const visible = shapes.flatMap((shape) => draw(shape, t, levels, width, height));
    const gain = 1 + conditions.lightSwing * Math.sin((2 * Math.PI * t) / frameCount);
    const data = expose(levels, gain, noise, Math.floor(random() * noise.length));
    const apart = visible.filter((box) => visible.every((other) => other === box || !near(box, other)));
    return { data, visible, apart };
  });
}

/** A sensor's picture of a scene; the noise is read from the table, starting at `offset`. */
function expose(levels: Float32Array, gain: number, noise: Float32Array, offset: number): Uint8Array {
  const data = new Uint8ClampedArray(levels.length);
  for (let i = 0; i < levels.length; i++)
    data[i] = (levels[i] as number) * gain + (noise[(i + offset) % noise.length] as number);
  return new Uint8Array(data.buffer);
}

/** A detector that works at low resolution merges two shapes that are closer than this, in pixels. */
const NEAR = 5;

const near = (a: Box, b: Box): boolean =>
  intersection({ x: a.x - NEAR, y: a.y - NEAR, width: a.width + 2 * NEAR, height: a.height + 2 * NEAR }, b) >
  0;

/** Smooth light and dark patches with edges across them, one brightness per channel. */
function renderScene(width: number, height: number, random: () => number): Float32Array {
  const waves = Array.from({ length: 9 }, () => [
    random() * 0.06,
    random() * 0.06,
    random() * 6.28,
    8 + random() * 14,
  ]);
  return Float32Array.from({ length: width * height * 3 }, (_, i) => {
    const [channel, x, y] = [i % 3, Math.floor(i / 3) % width, Math.floor(i / 3 / width)];
    const level = waves
      .filter((_, wave) => wave % 3 === channel || wave < 3)
      .reduce(
        (sum, [fx = 0, fy = 0, phase = 0, size = 0]) => sum + size * Math.sin(x * fx + y * fy + phase),
        115,
      );
    return Math.floor(x / 20) % 2 === Math.floor(y / 30) % 2 ? level + 12 : level;
  });
}

function randomShape(
  index: number,
  width: number,
  height: number,
  frames: number,
  random: () => number,
): Shape {
  const size = height * (0.07 + 0.14 * random());
  const rightwards = random() < 0.5;
  // Every shape crosses the frame within the clip, in its own lane.
  const travel = (width + 2 * size) / (frames * (0.35 + 0.5 * random()));
  return {
    round: random() < 0.5,
    color: index % 2 === 0 ? [225 * random() + 30, 20, 30] : [240, 235 - 60 * random(), 230 * random()],
    width: size,
    height: size * (0.7 + random()),
    start: [
      rightwards ? -size - random() * width * 0.3 : width + size + random() * width * 0.3,
      (height * (index + 0.5)) / 5,
    ],
    velocity: [rightwards ? travel : -travel, (random() - 0.5) * 0.2],
  };
}

/** Draws a shape into the frame. Returns the box of its visible part, or none. */
function draw(shape: Shape, t: number, levels: Float32Array, width: number, height: number): Box[] {
  const [centerX, centerY] = [shape.start[0] + shape.velocity[0] * t, shape.start[1] + shape.velocity[1] * t];
  const [left, top] = [Math.round(centerX - shape.width / 2), Math.round(centerY - shape.height / 2)];
  const [right, bottom] = [left + Math.round(shape.width), top + Math.round(shape.height)];
  for (let y = Math.max(top, 0); y < Math.min(bottom, height); y++)
    for (let x = Math.max(left, 0); x < Math.min(right, width); x++) {
      const [dx, dy] = [(x + 0.5 - centerX) / (shape.width / 2), (y + 0.5 - centerY) / (shape.height / 2)];
      if (shape.round && dx * dx + dy * dy > 1) continue;
      for (let c = 0; c < 3; c++) levels[(y * width + x) * 3 + c] = shape.color[c] ?? 0;
    }
  const [x, y] = [Math.max(left, 0), Math.max(top, 0)];
  const box = { x, y, width: Math.min(right, width) - x, height: Math.min(bottom, height) - y };
  return box.width > 0 && box.height > 0 ? [box] : [];
}

/** Box and Muller, 1958. */
function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}
