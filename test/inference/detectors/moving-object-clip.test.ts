import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openDetector } from '../../../shared/inference/detectors/open-detector.ts';
import { modelManifest } from '../../../shared/inference/models/manifest.ts';
import { BUILT_IN_MODELS_DIR, selectDetector } from '../../../shared/inference/models/model-store.ts';
import { type Box, intersection, iou } from '../../../shared/kernel/geometry/box.ts';
import { decodeFrames } from '../../../shared/media/decode/decode-frames.ts';
import { probeVideo } from '../../../shared/media/probe/probe-video.ts';
import { fileSource } from '../../../shared/media/reading/file-source.ts';
import { synthesizeClip } from '../../../synthetic/synthesize-clip.ts';

/** Objects nearer than this many pixels are one to a detector that works at low resolution. */
const NEAR = 12;

const grown = ({ x, y, width, height }: Box): Box => ({
  x: x - NEAR,
  y: y - NEAR,
  width: width + 2 * NEAR,
  height: height + 2 * NEAR,
});

test('the built-in model finds the objects of a compressed clip, sampled at 5 of 30 frames a second', async () => {
  const directory = await mkdtemp(path.join(tmpdir(), 'vms-clip-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  const file = path.join(directory, 'clip.mp4');
  const { objects, frameCount } = await synthesizeClip(file, { seconds: 8, seed: 11 });
  await using source = await fileSource(file);
  const { frames: index, width, height } = await probeVideo(source);
  const detector = await openDetector(
    await selectDetector({
      manifest: modelManifest,
      modelsDirs: [BUILT_IN_MODELS_DIR],
      modelId: modelManifest.fallback,
    }),
  );
  onTestFinished(() => detector.close());

  const sampled = Array.from({ length: Math.floor(frameCount / 6) }, (_, i) => i * 6);
  const pictures = decodeFrames(source, index, sampled, detector.inputSize(width, height));
  const options = { scoreThreshold: 0.5, displayWidth: width, displayHeight: height };
  const [hits, strays]: [boolean[], Box[]] = [[], []];
  for await (const { frame, detections } of detector.detect(pictures, options)) {
    const truth = objects
      .flatMap(({ boxes }) => boxes[frame] ?? [])
      .map(
        (b): Box => ({ x: b.x * width, y: b.y * height, width: b.width * width, height: b.height * height }),
      );
    for (const box of truth.filter((b) => b.width > NEAR && b.height > NEAR))
      if (truth.every((other) => other === box || intersection(grown(other), box) === 0))
        hits.push(detections.some((found) => iou(found.box, box) >= 0.6));
    strays.push(...detections.map(({ box }) => box).filter((box) => truth.every((t) => iou(t, box) < 0.05)));
  }
  expect(hits.length).toBeGreaterThan(sampled.length);
  expect(hits.filter(Boolean).length / hits.length).toBeGreaterThanOrEqual(0.95);
  expect(strays.length).toBeLessThanOrEqual(sampled.length * 0.02);
});
