import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ssdliteGraph } from '../../models/ssdlite/graph.ts';
import { readTensorFlowModel } from '../../models/ssdlite/tfjs-model.ts';
import type { Detector } from '../../shared/inference/detectors/detector.ts';
import { openDetector } from '../../shared/inference/detectors/open-detector.ts';
import { modelById, modelManifest } from '../../shared/inference/models/manifest.ts';
import { BUILT_IN_MODELS_DIR } from '../../shared/inference/models/model-store.ts';
import { iou } from '../../shared/kernel/geometry/box.ts';
import type { Detection } from '../../shared/vision/network/detection.ts';

const model = modelById(modelManifest, modelManifest.shipped);
const file = path.join(BUILT_IN_MODELS_DIR, model.file);

test('the manifest holds the size and the digest of the committed file', () => {
  const committed = readFileSync(file);
  expect(model.builds).toEqual([
    { sha256: createHash('sha256').update(committed).digest('hex'), size: committed.length },
  ]);
});

test('it is converted from the published files alone', () => {
  expect(() => readTensorFlowModel(import.meta.dirname)).toThrow('ENOENT');
  const nodes = new Map([
    ['BoxPredictor_0/ClassPredictor/BiasAdd', { name: '', op: 'Max', input: [], attr: {} }],
  ]);
  expect(() => ssdliteGraph({ nodes, weights: new Map() })).toThrow('is no convolution');
});

/** A red octagon with a white border on a pole, before the sky. */
function stopSign(
  width: number,
  height: number,
  centre: { x: number; y: number },
  radius: number,
): Uint8Array {
  const picture = new Uint8Array(3 * width * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const [across, up] = [Math.abs(x - centre.x), Math.abs(y - centre.y)];
      const distance = Math.max(across, up, (across + up) * Math.SQRT1_2) / radius;
      const isPole = y > centre.y && across < radius / 10;
      const colour =
        distance < 0.9
          ? [200, 30, 40]
          : distance < 1
            ? [255, 255, 255]
            : isPole
              ? [150, 150, 150]
              : [120, 200, 230];
      picture.set(colour, 3 * (y * width + x));
    }
  return picture;
}

describe('a drawn stop sign', () => {
  let detector: Detector;
  beforeAll(async () => {
    detector = await openDetector({ model, path: file, threads: 1 });
  });
  afterAll(() => detector.close());

  async function found(width: number, height: number, data: Uint8Array): Promise<Detection[]> {
    const frames = (async function* () {
      yield { frame: 0, time: 0, width, height, data };
    })();
    const options = { scoreThreshold: 0.5, displayWidth: width, displayHeight: height };
    const detections: Detection[] = [];
    for await (const frame of detector.detect(frames, options)) detections.push(...frame.detections);
    return detections;
  }

  test.each([
    ['a square frame', 300, 300, { x: 150, y: 120 }],
    ['a wide one', 300, 168, { x: 210, y: 78 }],
    ['a high one', 168, 300, { x: 84, y: 200 }],
  ])('is found, named and nothing else, in %s', async (_, width, height, centre) => {
    const [sign, ...others] = await found(width, height, stopSign(width, height, centre, 65));
    expect(others).toEqual([]);
    expect(sign?.label).toBe('stop sign');
    const truth = { x: centre.x - 65, y: centre.y - 65, width: 130, height: 130 };
    expect(iou(sign?.box ?? { x: 0, y: 0, width: 1, height: 1 }, truth)).toBeGreaterThan(0.85);
  });
});
