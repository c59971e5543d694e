import path from 'node:path';
import { type InferenceSession, Tensor } from 'onnxruntime-node';
import { beforeAll, expect, test } from 'vitest';
import { modelById, modelManifest } from '../../shared/inference/models/manifest.ts';
import { BUILT_IN_MODELS_DIR } from '../../shared/inference/models/model-store.ts';
import { openSession } from '../../shared/inference/threads/onnx-session.ts';

const [WIDTH, HEIGHT] = [32, 24];
const PIXELS = WIDTH * HEIGHT;

let session: InferenceSession;
beforeAll(async () => {
  const { file } = modelById(modelManifest, modelManifest.fallback);
  session = await openSession(path.join(BUILT_IN_MODELS_DIR, file), 1);
});

/** A scene of vertical stripes, per pixel the level of all three channels. */
const scene = (pixel: number): number => (pixel % WIDTH) * 2 + 100;
/** Whether a pixel is inside the object: 8×8 pixels from (10, 8) on. */
const inside = (pixel: number): boolean => {
  const [x, y] = [pixel % WIDTH, Math.floor(pixel / WIDTH)];
  return x >= 10 && x < 18 && y >= 8 && y < 16;
};

/** One step of the model from the empty scene, for the frame with these levels. */
async function step(level: (pixel: number) => number, rate = 0.5, noise = 3) {
  const shape = [1, 3, HEIGHT, WIDTH];
  const outputs = await session.run({
    frame: new Tensor(
      'uint8',
      Uint8Array.from({ length: PIXELS * 3 }, (_, i) => level(Math.floor(i / 3))),
      [1, HEIGHT, WIDTH, 3],
    ),
    background: new Tensor(
      'float32',
      Float32Array.from({ length: PIXELS * 3 }, (_, i) => scene(i % PIXELS)),
      shape,
    ),
    variance: new Tensor('float32', new Float32Array(PIXELS * 3).fill(noise ** 2), shape),
    rate: new Tensor('float32', [rate], []),
  });
  const floats = (name: string) => outputs[name]?.data as Float32Array;
  return {
    foreground: floats('foreground'),
    background: floats('next_background').subarray(0, PIXELS),
    variance: floats('next_variance').subarray(0, PIXELS),
  };
}

const pixels = Array.from({ length: PIXELS }, (_, i) => i);

test('an object is foreground, up to its edges and not beyond', async () => {
  const { foreground } = await step((pixel) => (inside(pixel) ? 20 : scene(pixel)));
  const found = pixels.filter((pixel) => (foreground[pixel] as number) >= 0.5);
  const corners = [8 * WIDTH + 10, 8 * WIDTH + 17, 15 * WIDTH + 10, 15 * WIDTH + 17];
  expect(found).toEqual(pixels.filter((pixel) => inside(pixel) && !corners.includes(pixel)));
});

test.each([0.7, 1.3])('a change of the exposure by %f is not foreground', async (gain) => {
  const { foreground } = await step((pixel) => Math.round(scene(pixel) * gain));
  expect(Math.max(...foreground)).toBeLessThan(0.1);
});

test('an object is found under a change of the exposure', async () => {
  const { foreground } = await step((pixel) => (inside(pixel) ? 250 : Math.round(scene(pixel) * 1.2)));
  expect(pixels.filter((pixel) => (foreground[pixel] as number) >= 0.5).every(inside)).toBe(true);
  expect(foreground[12 * WIDTH + 14]).toBeGreaterThan(0.9);
});

test('a single pixel that flashes is not foreground', async () => {
  const { foreground } = await step((pixel) => (pixel === 300 ? 255 : scene(pixel)));
  expect(Math.max(...foreground)).toBeLessThan(0.5);
});

test('the background follows what the frame shows of it, and hardly the objects before it', async () => {
  const { background } = await step((pixel) => (inside(pixel) ? 20 : scene(pixel) + (pixel % 2)));
  const middle = 12 * WIDTH + 14;
  expect(background[middle]).toBeGreaterThan(scene(middle) - 5);
  expect(background[1]).toBeCloseTo(scene(1) + 0.5, 0);
});

test('the noise is learned from the background only', async () => {
  const { variance } = await step((pixel) => (inside(pixel) ? 20 : scene(pixel)), 1);
  expect(variance[12 * WIDTH + 14]).toBeCloseTo(9, 1);
  const noisy = await step((pixel) => scene(pixel) + (pixel % 2 === 0 ? 6 : -6), 1);
  expect(noisy.variance[5]).toBeGreaterThan(20);
});

test('noise is never believed to be none, nor so strong that it hides everything', async () => {
  const slightly = (pixel: number): number => scene(pixel) + (inside(pixel) ? 5 : 0);
  expect(Math.max(...(await step(slightly, 0.5, 0)).foreground)).toBeLessThan(0.1);
  const strongly = (pixel: number): number => (inside(pixel) ? 250 : scene(pixel));
  expect((await step(strongly, 0.5, 500)).foreground[12 * WIDTH + 14]).toBeGreaterThan(0.9);
});
