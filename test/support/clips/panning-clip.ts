import { fillRectangle } from '../../../cli/contact-sheet/draw.ts';
import type { Detector, SampledFrame } from '../../../shared/inference/detectors/detector.ts';
import { modelById, modelManifest } from '../../../shared/inference/models/manifest.ts';
import type { Box } from '../../../shared/kernel/geometry/box.ts';
import { seededRandom } from '../../../shared/kernel/random/seeded-random.ts';
import type { Detection } from '../../../shared/vision/network/detection.ts';
import { ClipEncoder } from '../../../synthetic/clip-encoder.ts';
import { valueNoise } from '../../../synthetic/noise.ts';
import { backdrop } from '../../../synthetic/textures.ts';
import { cameraView } from './camera-view.ts';

const PANNING_SIZE = { width: 416, height: 234 };
const RED: Box = { x: 380, y: 190, width: 36, height: 48 };

/** Where the camera looks in a frame: it pans by 80 pixels, a fifth of the picture, between two samples, or rests. */
export const lookAt = (frame: number): number => 360 + ([0, 80, 20, 100, 40, 40, 110, 30][frame % 8] ?? 0);

/** Writes a clip, five frames a second, of a red object in front of a wall, seen by a panning camera. */
export async function panningClip(file: string, frames: number): Promise<void> {
  const random = seededRandom(3);
  const wall = backdrop(800, 440, valueNoise(random), random);
  fillRectangle(wall, RED, [255, 0, 0]);
  using encoder = await ClipEncoder.open(file, {
    container: 'mp4',
    ...PANNING_SIZE,
    ticksPerSecond: 5,
    keyInterval: 7,
  });
  for (let frame = 0; frame < frames; frame++)
    await encoder.add(cameraView(wall, { x: lookAt(frame), y: 220, zoom: 1 }, PANNING_SIZE), frame);
  await encoder.finish();
}

/** Detects red objects without a network: runs of columns with red pixels, and their rows. */
export const redDetector: Detector = {
  model: modelById(modelManifest, modelManifest.fallback),
  inputSize: (width, height) => ({ width, height, format: 'rgb24' }),
  async *detect(frames) {
    for await (const frame of frames)
      yield { frame: frame.frame, time: frame.time, detections: redThings(frame) };
  },
  close: async () => {},
};

/** Detects the same things as a network would, frame by frame; notes the frames that it is shown. */
export function redNetwork(shown: number[] = []): Detector {
  return {
    ...redDetector,
    model: modelById(modelManifest, modelManifest.default),
    async *detect(frames, options) {
      for await (const found of redDetector.detect(frames, options)) {
        shown.push(found.frame);
        yield found;
      }
    },
  };
}

function redThings({ width, height, data }: SampledFrame): Detection[] {
  const isRed = (x: number, y: number): boolean => {
    const at = 3 * (y * width + x);
    return (data[at] ?? 0) > 150 && (data[at + 1] ?? 0) < 80 && (data[at + 2] ?? 0) < 80;
  };
  const rowsOf = (x: number): number[] => {
    const rows: number[] = [];
    for (let y = 0; y < height; y++) if (isRed(x, y)) rows.push(y);
    return rows;
  };
  const columns = Array.from({ length: width }, (_, x) => ({ x, rows: rowsOf(x) }));
  const things: Detection[] = [];
  let start: number | undefined;
  for (const { x, rows } of columns) {
    if (rows.length > 5) start ??= x;
    if (start === undefined || (rows.length > 5 && x < width - 1)) continue;
    const { rows: inside } = columns[Math.floor((start + x) / 2)] ?? { rows: [] };
    const [top = 0, bottom = 0] = [inside[0], inside.at(-1)];
    things.push({
      box: { x: start, y: top, width: x - start, height: bottom - top + 1 },
      score: 0.9,
      label: 'thing',
    });
    start = undefined;
  }
  return things;
}
