import { statSync } from 'node:fs';
import path from 'node:path';
import { costOf } from '../../bench/measure.ts';
import type { Detector, SampledFrame } from '../../shared/inference/detectors/detector.ts';
import type { Box } from '../../shared/kernel/geometry/box.ts';
import { decodeFrames } from '../../shared/media/decode/decode-frames.ts';
import { sampleFrames } from '../../shared/media/probe/frame-index.ts';
import { probeVideo } from '../../shared/media/probe/probe-video.ts';
import { fileSource } from '../../shared/media/reading/file-source.ts';
import { frameMotion } from '../../shared/vision/camera/frame-motion.ts';
import { type LumaPyramid, lumaPyramid } from '../../shared/vision/camera/luma-pyramid.ts';
import { compose, type Similarity } from '../../shared/vision/camera/similarity.ts';
import { cornerError } from '../../test/support/clips/camera-view.ts';

const CLIPS = [
  'one-by-one-person-detection.mp4',
  'bottle-detection.mp4',
  'internal_emulator_transformer_output.mp4',
  'bbb_642x642_768kbps_30fps_vp9.webm',
  'rotate-buck-bunny.mp4',
  'sample_portrait.mp4',
  'sample_edit_list.mp4',
  'sample_with_increasing_timestamps_320w_240h.mp4',
];
const SAMPLES_PER_SECOND = 5;
const MOST_SAMPLES = 150;
const SURE_SCORE = 0.5;
const STILL: Similarity = { scale: 1, x: 0, y: 0 };

/**
 * What `frameMotion` says of real clips, and what it costs. There is no truth, but the motions over two samples must be
 * those over one and then one.
 */
export async function clipTable(folder: string, detector: Detector): Promise<string> {
  const rows: string[] = [];
  for (const clip of CLIPS) {
    const file = path.join(folder, clip);
    if (statSync(file, { throwIfNoEntry: false })) rows.push(await row(file, detector));
  }
  return [
    '| clip | pairs of samples | unknown | still | largest shift, % of the width | closes within, % | its cost, ms a frame | detection, ms a frame |',
    '|---|---|---|---|---|---|---|---|',
    ...rows,
  ].join('\n');
}

async function row(file: string, detector: Detector): Promise<string> {
  await using source = await fileSource(file);
  const { width, height, frames: index } = await probeVideo(source);
  const samples = sampleFrames(index, SAMPLES_PER_SECOND).slice(0, MOST_SAMPLES);
  const frames: SampledFrame[] = [];
  for await (const frame of decodeFrames(source, index, samples, detector.inputSize(width, height)))
    frames.push({ ...frame, data: Uint8Array.from(frame.data) });
  const size = { width, height };
  const objects: Box[][] = [];
  const detection = await costOf(async () => {
    const options = { scoreThreshold: SURE_SCORE, displayWidth: width, displayHeight: height };
    for await (const { detections } of detector.detect(replay(frames), options))
      objects.push(detections.map(({ box }) => box));
  });
  const pyramids: LumaPyramid[] = [];
  const motions: (Similarity | null)[] = [];
  const own = await costOf(async () => {
    for (const [i, frame] of frames.entries()) {
      const pyramid = lumaPyramid(frame.data, frame.width, frame.height);
      const before = pyramids.at(-1);
      if (before) motions.push(frameMotion(before, pyramid, objects[i] ?? [], size));
      pyramids.push(pyramid);
    }
  });
  const known = motions.filter((motion) => motion !== null);
  const closures = motions.slice(1).flatMap((second, i) => {
    const [first, earlier, later] = [motions[i], pyramids[i], pyramids[i + 2]];
    const both = earlier && later ? frameMotion(earlier, later, objects[i + 2] ?? [], size) : null;
    return first && second && both ? [cornerError(compose(first, second), both, size)] : [];
  });
  const share = (count: number): string => `${((100 * count) / motions.length).toFixed(0)} %`;
  const ofWidth = (pixels: number): string => ((100 * pixels) / width).toFixed(2);
  const largest = known.reduce((most, motion) => Math.max(most, cornerError(motion, STILL, size)), 0);
  return `| ${[
    path.basename(file),
    motions.length,
    share(motions.length - known.length),
    share(known.filter((motion) => cornerError(motion, STILL, size) === 0).length),
    ofWidth(largest),
    ofWidth(closures.toSorted((a, b) => a - b)[Math.floor(0.9 * closures.length)] ?? 0),
    (own.cpuMs / frames.length).toFixed(1),
    (detection.cpuMs / frames.length).toFixed(1),
  ].join(' | ')} |`;
}

async function* replay(frames: readonly SampledFrame[]): AsyncGenerator<SampledFrame> {
  yield* frames;
}
