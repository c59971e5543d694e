import path from 'node:path';
import { expect, test } from 'vitest';
import { fillRectangle } from '../../../cli/contact-sheet/draw.ts';
import type { Detector } from '../../../shared/inference/detectors/detector.ts';
import type { Box } from '../../../shared/kernel/geometry/box.ts';
import { seededRandom } from '../../../shared/kernel/random/seeded-random.ts';
import type { RgbImage } from '../../../shared/media/pictures/rgb-image.ts';
import { probeVideo } from '../../../shared/media/probe/probe-video.ts';
import { fileSource } from '../../../shared/media/reading/file-source.ts';
import { detectSamples, type SegmentFrame } from '../../../shared/service/detection/detect-samples.ts';
import { trackSegments } from '../../../shared/service/detection/track-segments.ts';
import { ClipEncoder } from '../../../synthetic/clip-encoder.ts';
import { valueNoise } from '../../../synthetic/noise.ts';
import { backdrop } from '../../../synthetic/textures.ts';
import { cameraView } from '../../support/clips/camera-view.ts';
import { redNetwork } from '../../support/clips/panning-clip.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const SIZE = { width: 320, height: 180 };
const RED: Box = { x: 60, y: 60, width: 40, height: 60 };
const random = seededRandom(8);
const wall = backdrop(SIZE.width, SIZE.height, valueNoise(random), random);

/** The wall with a red thing in front of it. */
function redAt(x: number): RgbImage {
  const picture = { ...wall, data: Uint8Array.from(wall.data) };
  fillRectangle(picture, { ...RED, x }, [255, 0, 0]);
  return picture;
}

/** What is found in a clip of these pictures, five a second, that a job cuts into segments. */
async function detectIn(
  pictures: readonly RgbImage[],
  detector: Detector,
  cuts: readonly number[] = [],
): Promise<SegmentFrame[]> {
  using folder = temporaryFolder();
  const file = path.join(folder.path, 'clip.mp4');
  {
    using encoder = await ClipEncoder.open(file, {
      container: 'mp4',
      ...SIZE,
      ticksPerSecond: 5,
      encoderOptions: { crf: '15' },
    });
    for (const [i, picture] of pictures.entries()) await encoder.add(picture, i);
    await encoder.finish();
  }
  await using source = await fileSource(file);
  const { width, height, frames: index } = await probeVideo(source);
  const found: SegmentFrame[] = [];
  for (const [i, start] of [0, ...cuts].entries()) {
    const end = cuts[i] ?? pictures.length;
    const samples = Array.from({ length: end - start }, (_, k) => start + k);
    const previous = start > 0 ? start - 1 : undefined;
    for await (const frame of detectSamples(detector, { source, width, height, index }, samples, {
      previous,
    }))
      found.push(frame);
  }
  return found;
}

const tracksOf = (frames: readonly SegmentFrame[]) =>
  [...trackSegments([() => frames], { confidence: 0.5, labels: [] })].map(({ label, points }) => ({
    label,
    frames: points.map(({ frame }) => frame),
  }));

const framesFrom = (first: number, count: number) => Array.from({ length: count }, (_, i) => first + i);

/** Also sees a panel in the looks that `isSeen` says, counted from 0. */
function withPanel(detector: Detector, isSeen: (look: number) => boolean): Detector {
  const panel = { box: { x: 200, y: 40, width: 60, height: 50 }, score: 0.6, label: 'panel' };
  return {
    ...detector,
    async *detect(frames, options) {
      let look = 0;
      for await (const found of detector.detect(frames, options)) {
        yield isSeen(look++) ? { ...found, detections: [...found.detections, panel] } : found;
      }
    },
  };
}

test('a false alarm in one look is no object, though samples stand for it until the next', async () => {
  const rest = Array.from({ length: 25 }, () => redAt(60));
  for (const alarm of [0, 1, 2]) {
    const found = await detectIn(
      rest,
      withPanel(redNetwork(), (look) => look === alarm),
    );
    expect(found.filter(({ unchanged }) => unchanged).length).toBeGreaterThan(15);
    expect(tracksOf(found)).toEqual([{ label: 'thing', frames: framesFrom(0, 25) }]);
  }
});

test('what each look sees is an object in the samples between, too', async () => {
  const found = await detectIn(
    Array.from({ length: 25 }, () => redAt(60)),
    withPanel(redNetwork(), () => true),
  );
  expect(tracksOf(found).map(({ label, frames }) => [label, frames.length])).toEqual([
    ['thing', 25],
    ['panel', 25],
  ]);
});

test('things on slides of a second are found, though one look alone sees each', async () => {
  const slides = [60, 150, 240].flatMap((x) => Array.from({ length: 5 }, () => redAt(x)));
  const shown: number[] = [];
  const found = await detectIn(slides, redNetwork(shown));
  expect(shown).toEqual([0, 5, 10, 14]);
  expect(tracksOf(found).flatMap(({ frames }) => frames)).toEqual(framesFrom(0, 15));
});

test('the camera creeps as far in segments as in the video as a whole', { tags: 'long' }, async () => {
  const scenery = backdrop(480, 300, valueNoise(random), random);
  const [frames, speed] = [24, 0.4];
  const creeping = framesFrom(0, frames).map((i) =>
    cameraView(scenery, { x: 200 + speed * i, y: 150, zoom: 1 }, SIZE),
  );
  const moved = (found: readonly SegmentFrame[]) =>
    found.reduce((sum, { motion }) => sum + (motion?.x ?? 0), 0);
  const whole = await detectIn(creeping, redNetwork());
  expect(whole.filter(({ unchanged }) => unchanged).length).toBeGreaterThan(4);
  const way = speed * (frames - 1);
  expect(Math.abs(moved(whole) - way)).toBeLessThan(0.15 * way);
  for (const cut of [8, 9, 10, 11]) {
    const parts = await detectIn(creeping, redNetwork(), [cut, 2 * cut]);
    expect(Math.abs(moved(parts) - way)).toBeLessThan(0.15 * way);
  }
});
