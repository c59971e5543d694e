import path from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Detector } from '../../shared/inference/detectors/detector.ts';
import { decodeFrames } from '../../shared/media/decode/decode-frames.ts';
import { sampleFrames } from '../../shared/media/probe/frame-index.ts';
import { probeVideo } from '../../shared/media/probe/probe-video.ts';
import { fileSource } from '../../shared/media/reading/file-source.ts';
import { detectSamples, type SegmentFrame } from '../../shared/service/detection/detect-samples.ts';
import { packedAppearances, withAppearances } from '../../shared/service/detection/detection-appearances.ts';
import { trackSegments } from '../../shared/service/detection/track-segments.ts';
import { gathered } from './gathered.ts';
import { COMPARED, comparison } from './tables.ts';

/** Clips with something to track; the objects of those with a still camera are gathered. */
const CLIPS = [
  { clip: 'one-by-one-person-detection.mp4', still: true },
  { clip: 'bottle-detection.mp4', still: true },
  { clip: 'internal_emulator_transformer_output.mp4', still: false },
  { clip: 'sample_with_increasing_timestamps_320w_240h.mp4', still: false },
];
const SAMPLES_PER_SECOND = 5;
/** As workers describe them. */
const SURE_SCORE = 0.5;
const SEEDS = Array.from({ length: 20 }, (_, i) => i + 1);

/** What appearance costs on real clips and changes of them, then what it is worth where their objects meet. */
export async function clipTables(folder: string, detector: Detector): Promise<string> {
  const rows: string[] = [];
  const met: string[] = [];
  for (const { clip, still } of CLIPS) {
    const { frames, cells } = await described(path.join(folder, clip), detector);
    rows.push(`| ${[clip, ...cells].join(' | ')} |`);
    if (still) {
      const clips = SEEDS.map((seed) => gathered(clip, frames, seed));
      met.push(comparison(`${clip}, gathered`, clips));
    }
  }
  return [
    '| clip | samples | sure boxes a sample | ms a sample | bytes a sample, gzipped | tracks without | with |',
    '|---|---|---|---|---|---|---|',
    ...rows,
    '',
    COMPARED,
    ...met,
  ].join('\n');
}

async function described(file: string, detector: Detector) {
  await using source = await fileSource(file);
  const { width, height, frames: index } = await probeVideo(source);
  const samples = sampleFrames(index, SAMPLES_PER_SECOND);
  const found: SegmentFrame[] = [];
  for await (const frame of detectSamples(detector, { source, width, height, index }, samples))
    found.push(frame);
  let cpuMs = 0;
  let next = 0;
  for await (const picture of decodeFrames(source, index, samples, detector.inputSize(width, height))) {
    const { detections } = found[next++] ?? { detections: [] };
    const started = process.cpuUsage();
    packedAppearances(picture, detections, { width, height }, SURE_SCORE);
    const { user, system } = process.cpuUsage(started);
    cpuMs += (user + system) / 1000;
  }
  const bare = found.map(({ appearances, ...frame }): SegmentFrame => frame);
  const sure = found.flatMap(({ detections }) => detections.filter(({ score }) => score >= SURE_SCORE));
  const bytes = gzipSync(JSON.stringify(found)).length - gzipSync(JSON.stringify(bare)).length;
  const tracks = (of: readonly SegmentFrame[]) =>
    [...trackSegments([() => of], { confidence: SURE_SCORE, labels: [] })].length;
  return {
    frames: found.map(({ frame, time, detections, appearances }) => ({
      frame,
      time,
      detections: withAppearances(detections, appearances),
    })),
    cells: [
      found.length,
      (sure.length / found.length).toFixed(1),
      (cpuMs / found.length).toFixed(2),
      Math.round(bytes / found.length),
      tracks(bare),
      tracks(found),
    ],
  };
}
