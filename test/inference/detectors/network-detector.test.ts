import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { SampledFrame } from '../../../shared/inference/detectors/detector.ts';
import { openDetector } from '../../../shared/inference/detectors/open-detector.ts';
import { modelById, modelManifest } from '../../../shared/inference/models/manifest.ts';
import { locateModel } from '../../../shared/inference/models/model-store.ts';
import { type Box, iou } from '../../../shared/kernel/geometry/box.ts';
import { PictureScaler } from '../../../shared/media/decode/picture-scaler.ts';
import { decodedJpeg } from '../../../shared/media/pictures/jpeg.ts';
import type { Detection } from '../../../shared/vision/network/detection.ts';
import { sampledRows } from '../../support/run/long.ts';

/** Reference detections: by image and by the name of the model's file; corners left, top, right, bottom in pixels. */
interface Golden {
  readonly images: Record<string, Record<string, readonly GoldenDetection[]>>;
}
interface GoldenDetection {
  readonly label: string;
  readonly score: number;
  readonly box: readonly [number, number, number, number];
}

const modelsDir = process.env.VMS_MODELS_DIR;
const goldenDir = process.env.VMS_DETECTOR_DIR;
const absent = modelsDir === undefined || goldenDir === undefined;

/** Reference scores reach down to 0.3: a detection this far above can't be missing for lying on the threshold. */
const CLEAR_SCORE = 0.35;

const boxOf = ([left, top, right, bottom]: GoldenDetection['box']): Box => ({
  x: left,
  y: top,
  width: right - left,
  height: bottom - top,
});

/** Share of the clear detections of one side that the other has too. */
function agreement(pairs: readonly (readonly [readonly Detection[], readonly Detection[]])[]): number {
  const found = pairs.flatMap(([ours, theirs]) =>
    ours
      .filter(({ score }) => score >= CLEAR_SCORE)
      .map(({ label, box }) => theirs.some((other) => other.label === label && iou(other.box, box) >= 0.9)),
  );
  expect(found.length).toBeGreaterThan(100);
  return found.filter(Boolean).length / found.length;
}

describe.skipIf(absent)(
  'reference detections (skipped: VMS_MODELS_DIR or VMS_DETECTOR_DIR is not set)',
  () => {
    test.each(sampledRows(['yolox-nano-416', 'picodet-s-416']))(
      '%s finds in pictures scaled as the decoder scales them what the reference implementation finds, and nothing else',
      { tags: 'sampled', timeout: 120_000 },
      async (id) => {
        const { images } = JSON.parse(
          readFileSync(path.join(goldenDir ?? '', 'golden.json'), 'utf8'),
        ) as Golden;
        const located = await locateModel(modelById(modelManifest, id), { modelsDirs: [modelsDir ?? ''] });
        if (located === null) throw new Error(`${id} is not in VMS_MODELS_DIR`);
        const detector = await openDetector(located);
        const pairs: [Detection[], Detection[]][] = [];
        for (const [name, references] of Object.entries(images)) {
          const bytes = readFileSync(path.join(goldenDir ?? '', 'images', `${name}.jpg`));
          using picture = await decodedJpeg(bytes);
          const { width, height } = picture;
          const size = detector.inputSize(width, height);
          const resized = new PictureScaler(size).scale(picture);
          if (resized === null) throw new Error(`${name} cannot be scaled`);
          const frames = (async function* (): AsyncGenerator<SampledFrame> {
            yield { ...size, frame: 0, time: 0, data: Uint8Array.from(resized) };
          })();
          const options = { scoreThreshold: 0.3, displayWidth: width, displayHeight: height };
          const reference = references[path.basename(located.model.file, '.onnx')] ?? [];
          for await (const { detections } of detector.detect(frames, options))
            pairs.push([
              [...detections],
              reference.map(({ box, ...rest }) => ({ ...rest, box: boxOf(box) })),
            ]);
        }
        await detector.close();
        expect(pairs).toHaveLength(50);
        expect(agreement(pairs)).toBeGreaterThanOrEqual(0.98);
        expect(agreement(pairs.map(([ours, theirs]) => [theirs, ours]))).toBeGreaterThanOrEqual(0.98);
      },
    );

    test('a network that takes any size finds in wide frames the same without most of the padding', {
      tags: 'long',
      timeout: 120_000,
    }, async () => {
      const located = await locateModel(modelById(modelManifest, 'yolox-nano-416'), {
        modelsDirs: [modelsDir ?? ''],
      });
      if (located === null) throw new Error('yolox-nano-416 is not in VMS_MODELS_DIR');
      const detector = await openDetector(located);
      const [width, height] = [416, 234];
      const detect = async (rows: number, data: Uint8Array): Promise<Detection[]> => {
        const frames = (async function* (): AsyncGenerator<SampledFrame> {
          yield { width, height: rows, frame: 0, time: 0, data };
        })();
        const options = { scoreThreshold: 0.3, displayWidth: width, displayHeight: rows };
        const found: Detection[] = [];
        for await (const { detections } of detector.detect(frames, options)) found.push(...detections);
        return found;
      };
      const pairs: [Detection[], Detection[]][] = [];
      const folder = path.join(goldenDir ?? '', 'images');
      for (const name of readdirSync(folder)) {
        using picture = await decodedJpeg(readFileSync(path.join(folder, name)));
        if (picture.width < picture.height) continue;
        const rows = Math.round((width * picture.height) / picture.width);
        const scaled = new PictureScaler({ width, height: rows, format: 'rgb24' }).scale(picture);
        if (scaled === null || rows < height) continue;
        const wide = Uint8Array.from(scaled.subarray(0, 3 * width * height));
        // A square frame that shows the padding itself is computed in full.
        const square = new Uint8Array(3 * width * width).fill(114);
        square.set(wide);
        pairs.push([await detect(height, wide), await detect(width, square)]);
      }
      await detector.close();
      expect(pairs.flat(2)).not.toHaveLength(0);
      expect(pairs.some(([wide, square]) => wide[0]?.score !== square[0]?.score)).toBe(true);
      expect(agreement(pairs)).toBeGreaterThanOrEqual(0.97);
      expect(agreement(pairs.map(([wide, square]) => [square, wide]))).toBeGreaterThanOrEqual(0.97);
    });

    test('a model with another number of labels than its entry has is refused for that', async () => {
      const located = await locateModel(modelById(modelManifest, 'picodet-s-416'), {
        modelsDirs: [modelsDir ?? ''],
      });
      if (located === null) throw new Error('picodet-s-416 is not in VMS_MODELS_DIR');
      const model = { ...located.model, labels: ['forklift', 'pallet', 'person'] };
      const detector = await openDetector({ ...located, model });
      const size = detector.inputSize(416, 416);
      const frames = (async function* (): AsyncGenerator<SampledFrame> {
        yield { ...size, frame: 0, time: 0, data: new Uint8Array(3 * size.width * size.height) };
      })();
      const options = { scoreThreshold: 0.3, displayWidth: 416, displayHeight: 416 };
      await expect(detector.detect(frames, options).next()).rejects.toThrow(
        'no output has 3 scores a cell, one for each label',
      );
      await detector.close();
    });
  },
);
