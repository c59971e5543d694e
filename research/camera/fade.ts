import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { runCommand } from '../../bench/run-command.ts';
import { UsageError } from '../../cli/failures.ts';
import { modelsDirs } from '../../local/models-dirs.ts';
import type { Detector, SampledFrame } from '../../shared/inference/detectors/detector.ts';
import { openDetector } from '../../shared/inference/detectors/open-detector.ts';
import { modelManifest } from '../../shared/inference/models/manifest.ts';
import { selectDetector } from '../../shared/inference/models/model-store.ts';
import { type Box, iou } from '../../shared/kernel/geometry/box.ts';
import { decodeJpeg } from '../../shared/media/pictures/jpeg.ts';
import { resize } from '../../shared/media/pictures/resize.ts';
import type { RgbImage } from '../../shared/media/pictures/rgb-image.ts';
import { lumaPyramid } from '../../shared/vision/camera/luma-pyramid.ts';
import { sceneChange } from '../../shared/vision/camera/scene-change.ts';

/** Pixels of the displayed frame; a picture of this width is drawn in its own size. */
const DISPLAY = { width: 640, height: 360 };
const SIZES = [1, 1 / 2, 1 / 4];
const OBJECTS_A_PICTURE = 3;
const STEPS = 20;
const SURE_SCORE = 0.5;
const SAME_IOU = 0.5;
/** Pixels that the detector sees of the shorter side of an object. */
const LEAST_SIDE = 6;
const LEVELS = [6, 10, 14, 18];

/** What a reference implementation found in the pictures, surest first; boxes are left, top, right, bottom. */
const reference = z.object({
  images: z.record(
    z.string(),
    z.object({
      yolox_nano_416: z.array(
        z.object({
          label: z.string(),
          score: z.number(),
          box: z.tuple([z.number(), z.number(), z.number(), z.number()]),
        }),
      ),
    }),
  ),
});

interface Cutout {
  readonly label: string;
  readonly image: RgbImage;
}

await runCommand(
  'How much of a picture has changed when a detector becomes sure of an object that fades in (still-scene.ts):\nobjects of the pictures in VMS_DETECTOR_DIR in front of a smooth background, in three sizes.',
  {},
  async () => {
    const folder = process.env.VMS_DETECTOR_DIR;
    if (!folder) throw new UsageError('VMS_DETECTOR_DIR must name a folder with golden.json and images/.');
    const located = await selectDetector({ manifest: modelManifest, modelsDirs: modelsDirs(process.env) });
    const detector = await openDetector(located);
    try {
      const changes = new Map<number, number[]>(SIZES.map((size) => [size, []]));
      for await (const cutout of cutouts(folder)) {
        for (const size of SIZES) {
          const change = await changeWhenSure(detector, cutout, size);
          if (change !== null) changes.get(size)?.push(change);
        }
      }
      console.log(table(located.model.id, changes));
    } finally {
      await detector.close();
    }
  },
);

/** The surest objects of each picture. */
async function* cutouts(folder: string): AsyncGenerator<Cutout> {
  const { images } = reference.parse(JSON.parse(readFileSync(path.join(folder, 'golden.json'), 'utf8')));
  for (const [name, { yolox_nano_416: found }] of Object.entries(images).sort()) {
    const picture = await decodeJpeg(readFileSync(path.join(folder, 'images', `${name}.jpg`)));
    const sure = found.filter(({ score }) => score >= SURE_SCORE);
    for (const { label, box } of sure.slice(0, OBJECTS_A_PICTURE))
      yield { label, image: crop(picture, ...box) };
  }
}

function crop(picture: RgbImage, left: number, top: number, right: number, bottom: number): RgbImage {
  const [x, y] = [Math.max(0, Math.floor(left)), Math.max(0, Math.floor(top))];
  const width = Math.min(picture.width, Math.ceil(right)) - x;
  const height = Math.min(picture.height, Math.ceil(bottom)) - y;
  const data = new Uint8Array(3 * width * height);
  for (let row = 0; row < height; row++) {
    const start = 3 * ((y + row) * picture.width + x);
    data.set(picture.data.subarray(start, start + 3 * width), 3 * row * width);
  }
  return { width, height, data };
}

/**
 * Levels by which the most changed patch differs from the empty scene at the first step at which the detector is sure; null
 * where it never is, or where the object does not fit into the frame or is too small.
 */
async function changeWhenSure(
  detector: Detector,
  { label, image }: Cutout,
  size: number,
): Promise<number | null> {
  const frame = detector.inputSize(DISPLAY.width, DISPLAY.height);
  const scale = (size * frame.width) / DISPLAY.width;
  const [width, height] = [Math.round(scale * image.width), Math.round(scale * image.height)];
  if (width > frame.width || height > frame.height || Math.min(width, height) < LEAST_SIDE) return null;
  const object = resize(image, width, height);
  const x = Math.floor((frame.width - width) / 2);
  const y = Math.floor((frame.height - height) / 2);
  const shown = (step: number): SampledFrame => ({
    ...frame,
    frame: step,
    time: step,
    data: painted(frame, object, { x, y, width, height }, step / STEPS),
  });
  const planeOf = ({ data }: SampledFrame) => lumaPyramid(data, frame.width, frame.height).fine;
  const options = { scoreThreshold: SURE_SCORE, displayWidth: frame.width, displayHeight: frame.height };
  const steps = (async function* () {
    for (let step = 1; step <= STEPS; step++) yield shown(step);
  })();
  for await (const { frame: step, detections } of detector.detect(steps, options)) {
    if (
      detections.some((found) => found.label === label && iou(found.box, { x, y, width, height }) >= SAME_IOU)
    )
      return sceneChange(planeOf(shown(0)), planeOf(shown(step))).greatest;
  }
  return null;
}

/** @param share how much of the object is seen, 0–1 */
function painted(
  frame: { readonly width: number; readonly height: number },
  object: RgbImage,
  { x: left, y: top, width, height }: Box,
  share: number,
): Uint8Array {
  const data = new Uint8Array(3 * frame.width * frame.height);
  for (let y = 0, at = 0; y < frame.height; y++) {
    for (let x = 0; x < frame.width; x++) {
      const wall = 150 - 0.12 * y + 8 * Math.sin(x / 37) + 5 * Math.sin(y / 11);
      const [column, row] = [x - left, y - top];
      const inside = column >= 0 && row >= 0 && column < width && row < height;
      for (let channel = 0; channel < 3; channel++, at++) {
        const seen = inside ? (object.data[3 * (row * width + column) + channel] as number) : wall;
        data[at] = Math.round(wall + share * (seen - wall));
      }
    }
  }
  return data;
}

function table(model: string, changes: ReadonlyMap<number, readonly number[]>): string {
  const row = (name: string, values: readonly number[]) => {
    const shares = LEVELS.map((level) => values.filter((change) => change > level).length / values.length);
    return `| ${name} | ${values.length} | ${shares.map((share) => `${Math.round(100 * share)} %`).join(' | ')} |`;
  };
  return [
    `${model}\n`,
    `| size | objects | ${LEVELS.map((level) => `more than ${level} levels`).join(' | ')} |`,
    `|---|---|${LEVELS.map(() => '---|').join('')}`,
    ...[...changes].map(([size, values]) => row(String(size), values)),
    row('all', [...changes.values()].flat()),
  ].join('\n');
}
