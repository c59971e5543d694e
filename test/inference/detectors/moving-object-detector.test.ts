import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Detector, SampledFrame } from '../../../shared/inference/detectors/detector.ts';
import { openDetector } from '../../../shared/inference/detectors/open-detector.ts';
import { modelById, modelManifest } from '../../../shared/inference/models/manifest.ts';
import { BUILT_IN_MODELS_DIR } from '../../../shared/inference/models/model-store.ts';
import { iou } from '../../../shared/kernel/geometry/box.ts';
import type { FrameDetections } from '../../../shared/vision/network/detection.ts';
import { type RenderedFrame, renderMovingShapes } from '../../support/clips/moving-shapes.ts';
import { sampledRows } from '../../support/run/long.ts';

/** Small enough that the detector takes the frames as they are. */
const [WIDTH, HEIGHT] = [320, 180];

let detector: Detector;
beforeAll(async () => {
  const model = modelById(modelManifest, modelManifest.fallback);
  detector = await openDetector({ model, path: path.join(BUILT_IN_MODELS_DIR, model.file) });
});
afterAll(() => detector.close());

/** Feeds pictures as five frames a second. */
async function detect(pictures: readonly { readonly data: Uint8Array }[]): Promise<FrameDetections[]> {
  const size = detector.inputSize(WIDTH, HEIGHT);
  async function* frames(): AsyncGenerator<SampledFrame> {
    for (const [frame, { data }] of pictures.entries()) yield { ...size, frame, time: frame / 5, data };
  }
  const results: FrameDetections[] = [];
  const options = { scoreThreshold: 0.5, displayWidth: WIDTH, displayHeight: HEIGHT };
  for await (const result of detector.detect(frames(), options)) results.push(result);
  return results;
}

/** Recall over the boxes that stand alone and are not just entering, and detections where nothing moves. */
function compare(rendered: readonly RenderedFrame[], results: readonly FrameDetections[]) {
  const found = results.map(({ detections }) => detections.map(({ box }) => box));
  const wanted = rendered.map(({ apart }) => apart.filter(({ width, height }) => width >= 5 && height >= 5));
  const isFound = (hits: boolean[]) => hits.filter(Boolean).length;
  const hits = wanted.flatMap((boxes, t) =>
    boxes.map((box) => (found[t] ?? []).some((f) => iou(f, box) >= 0.6)),
  );
  const strays = found.flatMap((boxes, t) =>
    boxes.filter((box) => (rendered[t]?.visible ?? []).every((shape) => iou(shape, box) < 0.05)),
  );
  return { recall: isFound(hits) / hits.length, wanted: hits.length, strays: strays.length };
}

describe('before a resting camera', () => {
  test.each(
    sampledRows([
      ['noise of 6 levels and light that swings by a fifth', { noise: 6, lightSwing: 0.2 }, 75, 3],
      ['no noise and steady light', { noise: 0, lightSwing: 0 }, 75, 1],
      ['noise of 4 levels', { noise: 4, lightSwing: 0 }, 75, 2],
      ['noise of 10 levels', { noise: 10, lightSwing: 0.1 }, 75, 4],
      ['light that swings by a third, in a short clip', { noise: 3, lightSwing: 0.33 }, 40, 5],
    ] as const),
  )(
    'moving shapes are found with tight boxes and nothing else, under %s',
    { tags: 'sampled' },
    async (_, conditions, frames, seed) => {
      const rendered = renderMovingShapes(WIDTH, HEIGHT, frames, conditions, seed);
      const { recall, wanted, strays } = compare(rendered, await detect(rendered));
      expect(wanted).toBeGreaterThan(frames);
      expect(recall).toBeGreaterThanOrEqual(0.97);
      expect(strays).toBeLessThanOrEqual(frames * 0.02);
    },
  );

  test('a scene where nothing moves has no objects', async () => {
    const [still] = renderMovingShapes(WIDTH, HEIGHT, 1, { noise: 0, lightSwing: 0 }, 6);
    const results = await detect(
      Array.from({ length: 20 }, () => ({ data: still?.data ?? new Uint8Array() })),
    );
    expect(results.flatMap(({ detections }) => detections)).toEqual([]);
  });

  test('the same frames give the same bytes, whatever was looked at before', async () => {
    const rendered = renderMovingShapes(WIDTH, HEIGHT, 30, { noise: 4, lightSwing: 0.1 }, 7);
    const once = JSON.stringify(await detect(rendered));
    await detect(renderMovingShapes(WIDTH, HEIGHT, 10, { noise: 8, lightSwing: 0 }, 8));
    expect(JSON.stringify(await detect(rendered))).toBe(once);
  });
});

test('a run longer than the memory of the detector answers every frame in order, and still finds the shapes', {
  tags: 'long',
}, async () => {
  const rendered = renderMovingShapes(WIDTH, HEIGHT, 300, { noise: 4, lightSwing: 0 }, 9);
  const results = await detect(rendered);
  expect(results.map(({ frame }) => frame)).toEqual(rendered.map((_, i) => i));
  expect(compare(rendered, results).recall).toBeGreaterThanOrEqual(0.97);
});

test('a single frame has no objects: nothing is known to move', async () => {
  const results = await detect(renderMovingShapes(WIDTH, HEIGHT, 1, { noise: 4, lightSwing: 0 }, 10));
  expect(results).toMatchObject([{ frame: 0, detections: [] }]);
});

test('frames without any pixel of difference in colour are no obstacle: black stays black', async () => {
  const black = { data: new Uint8Array(WIDTH * HEIGHT * 3) };
  const results = await detect([black, black, black]);
  expect(results.flatMap(({ detections }) => detections)).toEqual([]);
});
