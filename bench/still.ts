import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { planSegments } from '../shared/domain/job/plan-segments.ts';
import type { Detector } from '../shared/inference/detectors/detector.ts';
import { openDetector } from '../shared/inference/detectors/open-detector.ts';
import { modelManifest } from '../shared/inference/models/manifest.ts';
import { selectDetector } from '../shared/inference/models/model-store.ts';
import { iou } from '../shared/kernel/geometry/box.ts';
import { MediaError } from '../shared/media/headers/media-error.ts';
import { sampleFrames } from '../shared/media/probe/frame-index.ts';
import { probeVideo } from '../shared/media/probe/probe-video.ts';
import { fileSource } from '../shared/media/reading/file-source.ts';
import {
  detectSamples,
  type SampledVideo,
  type SegmentFrame,
} from '../shared/service/detection/detect-samples.ts';
import { trackSegments } from '../shared/service/detection/track-segments.ts';
import type { Track } from '../shared/vision/tracking/track.ts';
import { type BenchMedia, synthesizedClip } from './detection.ts';
import { type Cost, compare, costOf, interleave, type Section } from './measure.ts';

const SAMPLES_PER_SECOND = 5;
const CONFIDENCE = 0.5;
/** Boxes that overlap by this much are equal. */
const EQUAL_IOU = 0.9;

type StillBenchOptions = BenchMedia & { readonly repetitions: number };

interface Run extends Cost {
  readonly frames: readonly SegmentFrame[];
  readonly tracks: readonly Track[];
}

/**
 * A detection job that looks at changed samples only, compared with one that looks at all: processor time, and how much of
 * what the full one finds is found again. One section per clip.
 */
export async function benchStill(options: StillBenchOptions): Promise<Section[]> {
  const { repetitions, clipsDir, modelsDirs, scratchDir } = options;
  const located = await selectDetector({ manifest: modelManifest, modelsDirs });
  const clips = clipsDir
    ? (await readdir(clipsDir)).sort().map((clip) => path.join(clipsDir, clip))
    : [await synthesizedClip(scratchDir)];
  const detector = await openDetector(located);
  const sections: Section[] = [];
  try {
    for (const clip of clips) {
      try {
        sections.push(await benchClip(clip, detector, repetitions));
      } catch (error) {
        // Some of the clips are meant to be refused.
        if (!(error instanceof MediaError)) throw error;
      }
    }
  } finally {
    await detector.close();
  }
  return sections;
}

async function benchClip(file: string, detector: Detector, repetitions: number): Promise<Section> {
  await using source = await fileSource(file);
  const { width, height, frames: index } = await probeVideo(source);
  const video = { source, width, height, index };
  const { full, changed } = await interleave(repetitions, {
    full: () => runJob(detector, video, true),
    changed: () => runJob(detector, video, false),
  });
  const count = (name: string, counted: (run: Run, round: number) => number, of: readonly Run[]) => ({
    name,
    values: of.map(counted),
  });
  const perSample = ({ cpuMs, frames }: Run) => cpuMs / frames.length;
  const reference = (round: number): Run => full[round] as Run;
  return {
    title: `Unchanged samples, ${path.basename(file)} (${width}×${height})`,
    conditions: [
      `${detector.model.id}, ${SAMPLES_PER_SECOND} samples a second, decoding, detection and tracking of all segments`,
      'compared: samples in which nothing has changed take over what was found in the last one; every sample is looked at',
    ],
    comparisons: [
      compare(
        count('changed samples', perSample, changed),
        count('every sample', perSample, full),
        'CPU ms/sample',
      ),
      compare(
        count('looked at', ({ frames }) => frames.filter(({ unchanged }) => !unchanged).length, changed),
        count('samples', ({ frames }) => frames.length, changed),
        '',
      ),
      compare(
        count(
          'tracks found again',
          ({ tracks }, round) => foundAgain(reference(round).tracks, tracks),
          changed,
        ),
        count('tracks', ({ tracks }) => tracks.length, full),
        '',
      ),
      compare(
        count('tracks', ({ tracks }) => tracks.length, changed),
        count('tracks', ({ tracks }) => tracks.length, full),
        '',
      ),
      compare(
        count(
          'detected boxes found again',
          ({ frames }, round) => equalDetections(reference(round).frames, frames),
          changed,
        ),
        count('boxes', ({ frames }) => frames.flatMap(sureBoxes).length, full),
        '',
      ),
      compare(
        count(
          'tracked boxes found again',
          ({ tracks }, round) => equalPoints(reference(round).tracks, tracks),
          changed,
        ),
        count('boxes', ({ tracks }) => tracks.flatMap(({ points }) => points).length, full),
        '',
      ),
    ],
  };
}

/** All segments of a job, one after the other, and its tracks. */
async function runJob(detector: Detector, video: SampledVideo, everySample: boolean): Promise<Run> {
  const { index, width, height } = video;
  const samples = sampleFrames(index, SAMPLES_PER_SECOND);
  const { boundaries } = planSegments(samples, index.keyFrames, width * height);
  const frames: SegmentFrame[] = [];
  const tracks: Track[] = [];
  const cost = await costOf(async () => {
    for (const [segment, start] of boundaries.slice(0, -1).entries()) {
      const part = samples.slice(start, boundaries[segment + 1]);
      const found = detectSamples(detector, video, part, { previous: samples[start - 1], everySample });
      for await (const frame of found) frames.push(frame);
    }
    tracks.push(...trackSegments([() => frames], { confidence: CONFIDENCE, labels: [] }));
  });
  return { ...cost, frames, tracks };
}

const sureBoxes = ({ detections }: SegmentFrame) => detections.filter(({ score }) => score >= CONFIDENCE);

/** Sure boxes of the full run that the other has at the same frame, under the same label. */
function equalDetections(full: readonly SegmentFrame[], others: readonly SegmentFrame[]): number {
  const at = new Map(others.map((frame) => [frame.frame, frame.detections]));
  return full.reduce(
    (sum, frame) =>
      sum +
      sureBoxes(frame).filter(({ box, label }) =>
        at.get(frame.frame)?.some((other) => other.label === label && iou(other.box, box) >= EQUAL_IOU),
      ).length,
    0,
  );
}

/** Points of a track that lie in some track of the others. */
function equalTo(track: Track, others: readonly Track[]): number {
  const at = Map.groupBy(
    others.filter(({ label }) => label === track.label).flatMap(({ points }) => points),
    ({ frame }) => frame,
  );
  return track.points.filter(({ frame, box }) =>
    at.get(frame)?.some((other) => iou(other.box, box) >= EQUAL_IOU),
  ).length;
}

const equalPoints = (full: readonly Track[], others: readonly Track[]): number =>
  full.reduce((sum, track) => sum + equalTo(track, others), 0);

/** Tracks of which one track of the others has at least half. */
const foundAgain = (full: readonly Track[], others: readonly Track[]): number =>
  full.filter((track) => others.some((other) => 2 * equalTo(track, [other]) >= track.points.length)).length;
