import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { bytesSource } from '../../../shared/kernel/bytes/byte-source.ts';
import { type Box, iou } from '../../../shared/kernel/geometry/box.ts';
import { probeVideo } from '../../../shared/media/probe/probe-video.ts';
import { fileSource } from '../../../shared/media/reading/file-source.ts';
import {
  detectSamples,
  type SampledVideo,
  type SegmentFrame,
} from '../../../shared/service/detection/detect-samples.ts';
import {
  packedAppearances,
  withAppearances,
} from '../../../shared/service/detection/detection-appearances.ts';
import { trackSegments } from '../../../shared/service/detection/track-segments.ts';
import { layoutDifference, meanLayout } from '../../../shared/vision/appearance/layout-difference.ts';
import { USUAL_SPREADS } from '../../../shared/vision/tracking/likeness.ts';
import { withDamagedPictures } from '../../support/clips/damaged-pictures.ts';
import { lookAt, panningClip, redDetector, redNetwork } from '../../support/clips/panning-clip.ts';
import { afterFile } from '../../support/service/after-file.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const FRAMES = 32;
const NOWHERE: Box = { x: 0, y: 0, width: 0, height: 0 };
const SAMPLES = Array.from({ length: FRAMES }, (_, i) => i);
let video: SampledVideo;
/** What is found in all samples. */
let whole: SegmentFrame[];

beforeAll(async () => {
  const folder = temporaryFolder();
  afterFile(() => folder[Symbol.dispose]());
  const file = path.join(folder.path, 'pan.mp4');
  await panningClip(file, FRAMES);
  const source = await fileSource(file);
  afterFile(() => source[Symbol.asyncDispose]());
  const { width, height, frames } = await probeVideo(source);
  video = { source, width, height, index: frames };
  whole = await detect(0, FRAMES);
});

async function detect(start: number, end: number, of = video, by = redDetector): Promise<SegmentFrame[]> {
  const found: SegmentFrame[] = [];
  const samples = SAMPLES.slice(start, end);
  for await (const frame of detectSamples(by, of, samples, { previous: SAMPLES[start - 1] }))
    found.push(frame);
  return found;
}

test('every sample but the first carries the camera’s motion since the one before', async () => {
  const [first, ...others] = whole;
  expect(first?.motion).toBeNull();
  for (const { frame, motion } of others) {
    expect(motion?.scale).toBeCloseTo(1, 2);
    expect(Math.abs((motion?.x ?? 999) - (lookAt(frame) - lookAt(frame - 1)))).toBeLessThan(1.5);
    expect(Math.abs(motion?.y ?? 999)).toBeLessThan(1.5);
  }
});

test('the result for a frame does not depend on where the video is cut into segments', async () => {
  // Frame 7 is a key frame, so that its predecessor is in another group of pictures; 17 is none.
  const parts = [await detect(0, 7), await detect(7, 17), await detect(17, FRAMES)];
  expect(parts.flat()).toEqual(whole);
});

test('nor does it where pictures are damaged, of which nothing is said', async () => {
  const file = await video.source.read(0, video.source.size);
  const missing = [4, 10, 16, 17, 31];
  const damaged = { ...video, source: bytesSource(await withDamagedPictures(file, missing)) };
  const inOne = await detect(0, FRAMES, damaged);
  expect(inOne.map(({ frame }) => frame)).toEqual(SAMPLES.filter((frame) => !missing.includes(frame)));
  expect(inOne.filter(({ motion }) => motion === null).map(({ frame }) => frame)).toEqual([0, 5, 11, 18]);
  const parts = [
    await detect(0, 5, damaged),
    await detect(5, 17, damaged),
    await detect(17, 18, damaged),
    await detect(18, FRAMES, damaged),
  ];
  expect(parts.flat()).toEqual(inOne);
});

test('a thing is tracked in every frame while the camera swings, which its box alone does not show', async () => {
  const framesOnTheThing = (frames: readonly SegmentFrame[]) =>
    [...trackSegments([() => frames], { confidence: 0.5, labels: [] })].map(({ points }) =>
      points
        .map(({ frame, box }) => ({ frame, overlap: iou(box, whole[frame]?.detections[0]?.box ?? NOWHERE) }))
        .filter(({ overlap }) => overlap > 0.8)
        .map(({ frame }) => frame),
    );
  expect(framesOnTheThing(whole)).toEqual([SAMPLES]);
  const boxes = whole.map(({ appearances, ...frame }) => ({ ...frame, motion: null }));
  expect(framesOnTheThing(boxes)).not.toEqual([SAMPLES]);
});

describe('a frame in which nothing has changed', () => {
  /** The camera has rested since the frame before. */
  const UNCHANGED = SAMPLES.filter((frame) => frame > 0 && lookAt(frame) === lookAt(frame - 1));

  test('is not shown to a network: what it found in the frame before stands, and the camera has not moved', async () => {
    const shown: number[] = [];
    const found = await detect(0, FRAMES, video, redNetwork(shown));
    expect(UNCHANGED).toHaveLength(4);
    expect(shown).toEqual(SAMPLES.filter((frame) => !UNCHANGED.includes(frame)));
    expect(found.map(({ frame }) => frame)).toEqual(SAMPLES);
    for (const [i, { frame, detections, motion, unchanged = false }] of found.entries()) {
      expect(unchanged).toBe(UNCHANGED.includes(frame));
      if (!unchanged) continue;
      expect(detections).toEqual(found[i - 1]?.detections);
      expect(motion).toEqual({ scale: 1, x: 0, y: 0 });
    }
  });

  test('is shown where a segment begins or ends with it, and behind a frame that is lost', async () => {
    const [rested = 0, second = 0] = UNCHANGED;
    const shown: number[] = [];
    await detect(rested, second, video, redNetwork(shown));
    expect(shown[0]).toBe(rested);
    shown.length = 0;
    await detect(0, rested + 1, video, redNetwork(shown));
    expect(shown.at(-1)).toBe(rested);
    const file = await video.source.read(0, video.source.size);
    const damaged = {
      ...video,
      source: bytesSource(await withDamagedPictures(file, [second - 1])),
    };
    shown.length = 0;
    await detect(rested, second + 1, damaged, redNetwork(shown));
    expect(shown).toContain(second);
  });

  test('is shown to a detector that learns from all frames, and where that is asked for', async () => {
    expect(whole.every(({ unchanged }) => !unchanged)).toBe(true);
    const shown: number[] = [];
    for await (const _ of detectSamples(redNetwork(shown), video, SAMPLES, { everySample: true }));
    expect(shown).toEqual(SAMPLES);
  });

  test('leaves the tracks as they are', { tags: 'long' }, async () => {
    const lengths = (frames: readonly SegmentFrame[]) =>
      [...trackSegments([() => frames], { confidence: 0.5, labels: [] })].map(({ points }) => points.length);
    expect(lengths(await detect(0, FRAMES, video, redNetwork()))).toEqual([FRAMES]);
  });
});

test('sure detections come with what they look like, and it stays the same while the camera swings', async () => {
  const looks = whole.flatMap(({ detections, appearances }) =>
    withAppearances(detections, appearances).flatMap(({ appearance }) => appearance ?? []),
  );
  expect(looks).toHaveLength(FRAMES);
  const [first, ...others] = looks.map((look) => meanLayout([look]));
  for (const other of others)
    expect(first && layoutDifference(first, other)).toBeLessThan(USUAL_SPREADS.others.mean);
});

test('doubtful detections are not described', async () => {
  const [frame] = await detect(0, 1);
  const picture = { frame: 0, time: 0, width: 64, height: 64, data: new Uint8Array(64 * 64 * 3) };
  const detection = { box: { x: 16, y: 16, width: 24, height: 40 }, label: 'person' };
  const packed = (scores: readonly number[]) => {
    const detections = scores.map((score) => ({ ...detection, score }));
    const text = packedAppearances(picture, detections, { width: 64, height: 64 }, 0.5);
    return withAppearances(detections, text).map(({ appearance }) => appearance !== undefined);
  };
  expect(frame?.appearances).toBeTypeOf('string');
  expect(packed([0.2, 0.9, 0.4])).toEqual([false, true, false]);
  expect(packed([0.2])).toEqual([false]);
});
