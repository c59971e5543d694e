import type { Corners, Homography } from '../../../shared/vision/planar/homography.ts';
import { inverse, rectangleTo } from '../../../shared/vision/planar/homography.ts';
import type { LumaFrame } from '../../../shared/vision/planar/luma-frame.ts';
import { signedArea } from '../../../shared/vision/planar/quadrilateral.ts';
import { addNoise, quantise } from './artefacts.ts';
import type { Scene } from './scene.ts';
import { type Texture, textureAt } from './texture.ts';

/** Samples of every pixel, spread over its area and over the time that the shutter is open. */
const SAMPLES = 9;
/** A blurred pixel moves across many others. */
const BLURRED_SAMPLES = 25;

/** A layer at one moment: inverse of its map from [-1, 1]². */
interface Layer {
  readonly back: Homography;
  readonly look: Texture | number;
  readonly level: number;
}

/** The picture of a scene around a moment; the shutter is open for as long before it as after it. */
export function render(scene: Scene, frame: number, random: () => number): LumaFrame {
  const { width, height, exposure } = scene;
  const sums = new Float32Array(width * height);
  const count = exposure > 0 ? BLURRED_SAMPLES : SAMPLES;
  for (let sample = 0; sample < count; sample++) {
    const share = (sample + 0.5) / count;
    // The R2 sequence (M. Roberts, 2018) is spread evenly over the pixel and, in any part of it, over time.
    const [ox, oy] = [(0.7548776662 * (sample + 1)) % 1, (0.569840291 * (sample + 1)) % 1];
    addSample(scene, frame + exposure * (share - 0.5), ox, oy, sums);
  }
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const [gain, bias] = scene.light?.(x + 0.5, y + 0.5, frame) ?? [1, 0];
      sums[i] = (gain * (sums[i] as number)) / count + bias;
    }
  }
  if (scene.quantisation) quantise(sums, width, height, scene.quantisation);
  addNoise(sums, width, height, frame, scene.noise, scene.rollingNoise ?? 0, random);
  return {
    width,
    height,
    data: Uint8Array.from(sums, (value) => Math.min(255, Math.max(0, Math.round(value)))),
  };
}

function layerOf(corners: Corners, look: Texture | number): Layer {
  const map = rectangleTo(corners, 1, 1);
  if (!map) throw new RangeError('a layer without area');
  if (typeof look === 'number') return { back: inverse(map), look, level: 0 };
  // Texels that a sample, a third of a pixel wide, covers.
  const texels = (look.width * look.height) / Math.abs(signedArea(corners)) / SAMPLES;
  const level = Math.min(look.levels.length - 1, Math.max(0, Math.round(Math.log2(texels) / 2)));
  return { back: inverse(map), look, level };
}

function addSample(scene: Scene, time: number, ox: number, oy: number, sums: Float32Array): void {
  const { width, height, reflection } = scene;
  const behind = layerOf(scene.behind(time), scene.background);
  const surface = layerOf(scene.corners(time), scene.surface);
  const front = scene.occluders.map(({ corners, look }) => layerOf(corners(time), look)).reverse();
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const [u, v] = [x + ox, y + oy];
      let value = -1;
      for (const layer of front) {
        value = shade(layer, u, v, false);
        if (value >= 0) break;
      }
      if (value < 0) {
        value = shade(surface, u, v, false);
        if (value < 0) value = shade(behind, u, v, true);
        else if (reflection)
          value += reflection.share * (textureAt(reflection.texture, 1, u / width, v / height) - 0.5 * value);
      }
      sums[i] = (sums[i] as number) + value;
    }
  }
}

/** -1 outside the layer, unless it goes on for ever. */
function shade({ back, look, level }: Layer, x: number, y: number, endless: boolean): number {
  const w = (back[6] as number) * x + (back[7] as number) * y + (back[8] as number);
  const u = ((back[0] as number) * x + (back[1] as number) * y + (back[2] as number)) / w;
  const v = ((back[3] as number) * x + (back[4] as number) * y + (back[5] as number)) / w;
  if (!endless && !(u >= -1 && u <= 1 && v >= -1 && v <= 1)) return -1;
  return typeof look === 'number' ? look : textureAt(look, level, (u + 1) / 2, (v + 1) / 2);
}
