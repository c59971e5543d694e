import type { Corners } from '../../../shared/kernel/geometry/homography.ts';
import { inverse, rectangleTo } from '../../../shared/kernel/geometry/homography.ts';
import { signedArea } from '../../../shared/kernel/geometry/quadrilateral.ts';
import type { LumaFrame } from '../../../shared/vision/planar/frame/luma-frame.ts';
import { addNoise, quantise } from './artefacts.ts';
import type { Scene, Shift } from './scene.ts';
import { type Level, levelAt, type Texture, textureAt } from './texture.ts';

/** Samples of every pixel, spread over its area and over the time that the shutter is open. */
const SAMPLES = 9;
/** A blurred pixel moves across many others. */
const BLURRED_SAMPLES = 25;
const UNMOVED: Shift = [0, 0];

/** The picture of a scene around a moment; the shutter is open for as long before it as after it. */
export function render(scene: Scene, frame: number, random: () => number): LumaFrame {
  const { width, height, exposure } = scene;
  const [sums, data] = [new Float32Array(width * height), new Float32Array(width * height)];
  const count = exposure > 0 ? BLURRED_SAMPLES : SAMPLES;
  for (let sample = 0; sample < count; sample++) {
    const share = (sample + 0.5) / count;
    // The R2 sequence (M. Roberts, 2018) is spread evenly over the pixel and, in any part of it, over time.
    const [ox, oy] = [(0.7548776662 * (sample + 1)) % 1, (0.569840291 * (sample + 1)) % 1];
    addSample(scene, frame + exposure * (share - 0.5), { width, ox, oy, data, painted: null }, sums);
  }
  for (let i = 0; i < sums.length; i++) sums[i] = (sums[i] as number) / count;
  if (scene.light) {
    for (let i = 0; i < sums.length; i++) {
      const [gain, bias] = scene.light((i % width) + 0.5, Math.floor(i / width) + 0.5, frame);
      sums[i] = gain * (sums[i] as number) + bias;
    }
  }
  if (scene.quantisation) quantise(sums, width, height, scene.quantisation);
  addNoise(sums, width, height, frame, scene.noise, scene.rollingNoise ?? 0, random);
  // Rounds and clips by itself.
  return { width, height, data: new Uint8Array(new Uint8ClampedArray(sums).buffer) };
}

/** Paints one sample of every pixel, from the back to the front, and adds it to the sums. */
function addSample(scene: Scene, time: number, canvas: Canvas, sums: Float32Array): void {
  const everywhere = { left: 0, top: 0, right: scene.width, bottom: scene.height };
  paint(canvas, everywhere, scene.behind(time), scene.background, true);
  const corners = scene.corners(time);
  const painted = scene.reflection && new Uint8Array(sums.length);
  paint(
    { ...canvas, painted: painted ?? null },
    boundsIn(everywhere, corners),
    corners,
    scene.surface,
    false,
  );
  if (scene.reflection && painted) reflect(canvas, painted, scene.reflection);
  for (const { corners, look, moved } of scene.occluders) {
    const place = corners(time);
    const shown = typeof look === 'function' ? look(time) : look;
    paint(canvas, boundsIn(everywhere, place), place, shown, false, moved?.(time));
  }
  for (let i = 0; i < sums.length; i++) sums[i] = (sums[i] as number) + (canvas.data[i] as number);
}

interface Canvas {
  readonly width: number;
  /** Where in every pixel the sample lies. */
  readonly ox: number;
  readonly oy: number;
  readonly data: Float32Array;
  /** Takes 1 wherever something was painted. */
  readonly painted: Uint8Array | null;
}

interface Bounds {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

function boundsIn({ right, bottom }: Bounds, corners: Corners): Bounds {
  const [xs, ys] = [corners.filter((_, i) => i % 2 === 0), corners.filter((_, i) => i % 2 === 1)];
  return {
    left: Math.max(0, Math.floor(Math.min(...xs))),
    top: Math.max(0, Math.floor(Math.min(...ys))),
    right: Math.min(right, Math.ceil(Math.max(...xs))),
    bottom: Math.min(bottom, Math.ceil(Math.max(...ys))),
  };
}

/**
 * @param endless whether the layer goes on, mirrored, beyond its corners
 * @param moved how the texture has moved within them
 */
function paint(
  { width, ox, oy, data, painted }: Canvas,
  { left, top, right, bottom }: Bounds,
  corners: Corners,
  look: Texture | number,
  endless: boolean,
  moved: Shift = UNMOVED,
): void {
  const map = rectangleTo(corners, 1, 1);
  if (!map) throw new RangeError('a layer without area');
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0, j = 0] = inverse(map);
  const flat = typeof look === 'number' ? look : 0;
  const level = typeof look === 'number' ? null : levelFor(look, corners);
  const [shiftX, shiftY] = moved;
  for (let y = top; y < bottom; y++) {
    const v = y + oy;
    for (let x = left, i = y * width + left; x < right; x++, i++) {
      const u = x + ox;
      const w = g * u + h * v + j;
      const across = (a * u + b * v + c) / w;
      const down = (d * u + e * v + f) / w;
      if (!endless && !(across >= -1 && across <= 1 && down >= -1 && down <= 1)) continue;
      data[i] = level ? levelAt(level, (across + 1) / 2 + shiftX, (down + 1) / 2 + shiftY) : flat;
      if (painted) painted[i] = 1;
    }
  }
}

/** That of which a texel is about as large as what a sample covers, a third of a pixel wide. */
function levelFor({ width, height, levels }: Texture, corners: Corners): Level {
  const texels = (width * height) / Math.abs(signedArea(corners)) / SAMPLES;
  const finest = Math.round(Math.log2(texels) / 2);
  return levels[Math.min(levels.length - 1, Math.max(0, finest))] as Level;
}

function reflect(
  { width, data }: Canvas,
  painted: Uint8Array,
  { texture, share }: NonNullable<Scene['reflection']>,
): void {
  const height = data.length / width;
  for (let i = 0; i < data.length; i++) {
    if (!painted[i]) continue;
    const mirrored = textureAt(texture, 1, (i % width) / width, Math.floor(i / width) / height);
    data[i] = (data[i] as number) + share * (mirrored - 0.5 * (data[i] as number));
  }
}
