import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Detector } from '../../shared/inference/detectors/detector.ts';
import { openDetector } from '../../shared/inference/detectors/open-detector.ts';
import { modelById, modelManifest } from '../../shared/inference/models/manifest.ts';
import { locateModel } from '../../shared/inference/models/model-store.ts';
import { type Box, iou } from '../../shared/kernel/geometry/box.ts';
import { seededRandom } from '../../shared/kernel/random/seeded-random.ts';
import { PictureScaler } from '../../shared/media/decode/picture-scaler.ts';
import { decodedJpeg } from '../../shared/media/pictures/jpeg.ts';
import { sampleFrames } from '../../shared/media/probe/frame-index.ts';
import { probeVideo } from '../../shared/media/probe/probe-video.ts';
import { fileSource } from '../../shared/media/reading/file-source.ts';
import { detectSamples, type SegmentFrame } from '../../shared/service/detection/detect-samples.ts';
import { trackSegments } from '../../shared/service/detection/track-segments.ts';
import type { Track } from '../../shared/vision/tracking/track.ts';
import { ClipEncoder } from '../../synthetic/clip-encoder.ts';
import { longFrom } from '../support/run/long.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** Folders of real clips, trained models and pictures; without them these tests are skipped. */
const {
  VMS_CLIPS_DIR: clipsDir = '',
  VMS_MODELS_DIR: modelsDir = '',
  VMS_DETECTOR_DIR: picturesDir = '',
} = process.env;
const STILL_CLIPS = ['one-by-one-person-detection.mp4', 'bottle-detection.mp4'];
const usable =
  modelsDir !== '' &&
  picturesDir !== '' &&
  STILL_CLIPS.every((clip) => existsSync(path.join(clipsDir, clip)));

let detector: Detector;

interface Found {
  readonly frames: readonly SegmentFrame[];
  readonly tracks: readonly Track[];
}

async function detect(file: string, everySample: boolean): Promise<Found> {
  await using source = await fileSource(file);
  const { width, height, frames: index } = await probeVideo(source);
  const frames: SegmentFrame[] = [];
  const video = { source, width, height, index };
  for await (const frame of detectSamples(detector, video, sampleFrames(index, 5), { everySample }))
    frames.push(frame);
  return { frames, tracks: [...trackSegments([() => frames], { confidence: 0.5, labels: [] })] };
}

/** Share of the boxes of some tracks that others have too, at this overlap. */
function shareFound(tracks: readonly Track[], others: readonly Track[], overlap: number): number {
  const found = tracks.flatMap(({ label, points }) =>
    points.map(({ frame, box }) => {
      const same = others.filter((other) => other.label === label).flatMap((other) => other.points);
      return same.some((point) => point.frame === frame && iou(point.box, box) >= overlap);
    }),
  );
  return found.filter(Boolean).length / Math.max(1, found.length);
}

const lookedAt = ({ frames }: Found): number =>
  frames.filter(({ unchanged }) => !unchanged).length / frames.length;

describe.skipIf(!usable)('samples in which nothing has changed (skipped: data folders are not set)', () => {
  beforeAll(async () => {
    const located = await locateModel(modelById(modelManifest, 'yolox-nano-416'), {
      modelsDirs: [modelsDir],
    });
    if (located === null) throw new Error('yolox-nano-416 is not in VMS_MODELS_DIR');
    detector = await openDetector(located);
  });
  afterAll(() => detector?.close());

  test.each(STILL_CLIPS)(
    '%s: about half are looked at, and the objects are the same',
    { tags: 'long', timeout: 240_000 },
    async (clip) => {
      const file = path.join(clipsDir, clip);
      const [full, still] = [await detect(file, true), await detect(file, false)];
      expect(lookedAt(full)).toBe(1);
      expect(lookedAt(still)).toBeLessThan(0.6);
      expect(still.tracks.length).toBe(full.tracks.length);
      for (const track of full.tracks) expect(shareFound([track], still.tracks, 0.9)).toBeGreaterThan(0.5);
      expect(shareFound(full.tracks, still.tracks, 0.9)).toBeGreaterThanOrEqual(0.97);
      expect(shareFound(still.tracks, full.tracks, 0.9)).toBeGreaterThanOrEqual(0.95);
    },
  );

  const scenes: [string, Scene][] = [
    ['fades in and out within ten seconds', { share: (t) => Math.sin((Math.PI * t) / 10) ** 2 }],
    ['is small and far, and creeps by a pixel a second', { height: 60, at: (t) => t }],
    ['is small and far, and walks', { height: 60, at: (t) => 12 * t }],
    ['stands in flickering light', { light: (t) => 1 + 0.06 * Math.sin(2 * Math.PI * 1.3 * t) }],
    ['stands in the rain', { rain: 250 }],
    ['stands before a noisy camera', { noise: 24 }],
    ['walks at night', { at: (t) => 50 * t, light: () => 0.08, crf: 15 }],
    ['walks past a badly compressed camera', { at: (t) => 20 * t, crf: 36 }],
  ];
  for (const [index, [name, scene]] of scenes.entries()) {
    const options = { timeout: 240_000, ...longFrom(1, index) };
    test(`nobody is lost and nothing made up where someone ${name}`, {
      ...options,
      tags: 'long',
    }, async () => {
      using folder = temporaryFolder();
      const file = path.join(folder.path, 'scene.mp4');
      await writeScene(file, scene);
      const [full, still] = [await detect(file, true), await detect(file, false)];
      const people = ({ tracks }: Found) => tracks.filter(({ label }) => label === 'person');
      expect(people(full).length).toBeGreaterThan(0);
      expect(still.tracks.length).toBe(full.tracks.length);
      expect(shareFound(people(full), people(still), 0.5)).toBeGreaterThan(0.9);
    });
  }
});

/** A person in front of a wall, for ten seconds, seen by a camera at rest; `t` in seconds. */
interface Scene {
  /** Pixels of the person; default 160. */
  readonly height?: number;
  /** Pixels by which the person has moved to the right. */
  readonly at?: (t: number) => number;
  /** How much of the person can be seen, 0–1. */
  readonly share?: (t: number) => number;
  /** What the light is multiplied by. */
  readonly light?: (t: number) => number;
  /** Streaks in a picture. */
  readonly rain?: number;
  /** Greatest deviation of a value. */
  readonly noise?: number;
  /** Constant rate factor of the encoder. */
  readonly crf?: number;
}

const [WIDTH, HEIGHT, FPS, SECONDS] = [640, 360, 10, 10];
/** A person in a picture of VMS_DETECTOR_DIR, as its reference detections have it. */
const PERSON = { picture: '000000002532', box: { x: 183, y: 303, width: 87, height: 176 } };

async function writeScene(file: string, scene: Scene): Promise<void> {
  const {
    height = 160,
    at = () => 0,
    share = () => 1,
    light = () => 1,
    rain = 0,
    noise = 0,
    crf = 23,
  } = scene;
  const person = await personOf(height);
  const random = seededRandom(7);
  using encoder = await ClipEncoder.open(file, {
    container: 'mp4',
    width: WIDTH,
    height: HEIGHT,
    ticksPerSecond: FPS,
    encoderOptions: { crf: String(crf) },
  });
  for (let frame = 0; frame < SECONDS * FPS; frame++) {
    const t = frame / FPS;
    const data = new Uint8Array(3 * WIDTH * HEIGHT);
    const [left, top] = [200 + at(t), 120];
    for (let y = 0, i = 0; y < HEIGHT; y++) {
      for (let x = 0; x < WIDTH; x++) {
        for (let channel = 0; channel < 3; channel++, i++) {
          const wall = 150 - 0.12 * y + 8 * Math.sin(x / 37) + 5 * Math.sin(y / 11);
          const shown = person(x - left, y - top, channel);
          const value = shown === null ? wall : wall + share(t) * (shown - wall);
          data[i] = Math.min(255, Math.max(0, light(t) * value + noise * (2 * random() - 1)));
        }
      }
    }
    for (let streak = 0; streak < rain; streak++) {
      const [x, y] = [Math.floor(random() * WIDTH), Math.floor(random() * (HEIGHT - 12))];
      for (let k = 0; k < 12; k++) data.fill(200, 3 * ((y + k) * WIDTH + x), 3 * ((y + k) * WIDTH + x) + 3);
    }
    await encoder.add({ width: WIDTH, height: HEIGHT, data }, frame);
  }
  await encoder.finish();
}

/** Values of the person's picture, so high, by place and channel; null outside of it. */
async function personOf(height: number): Promise<(x: number, y: number, channel: number) => number | null> {
  const { picture: name, box } = PERSON;
  using picture = await decodedJpeg(readFileSync(path.join(picturesDir, 'images', `${name}.jpg`)));
  const { width: across } = picture;
  const pixels = new PictureScaler({ width: across, height: picture.height, format: 'rgb24' }).scale(picture);
  if (pixels === null) throw new Error(`${name} cannot be read`);
  const scale = (box as Box).height / height;
  return (x, y, channel) => {
    const [u, v] = [Math.floor(x * scale), Math.floor(y * scale)];
    if (x < 0 || y < 0 || u >= box.width || v >= box.height) return null;
    return pixels[3 * ((box.y + v) * across + box.x + u) + channel] ?? null;
  };
}
