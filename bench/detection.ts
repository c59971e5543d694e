import path from 'node:path';
import { planSegments } from '../shared/domain/job/plan-segments.ts';
import type { Detector, SampledFrame } from '../shared/inference/detectors/detector.ts';
import { openDetector } from '../shared/inference/detectors/open-detector.ts';
import { modelManifest } from '../shared/inference/models/manifest.ts';
import { type LocatedModel, selectDetector } from '../shared/inference/models/model-store.ts';
import type { ByteSource } from '../shared/kernel/bytes/byte-source.ts';
import { decodeFrames } from '../shared/media/decode/decode-frames.ts';
import { planDecoding } from '../shared/media/decode/decode-plan.ts';
import { PACKET_HEADER_BYTES } from '../shared/media/decode/decoder-protocol.ts';
import { packetFeed } from '../shared/media/decode/packet-feed.ts';
import { type FrameIndex, sampleFrames } from '../shared/media/probe/frame-index.ts';
import { probeVideo } from '../shared/media/probe/probe-video.ts';
import { fileSource } from '../shared/media/reading/file-source.ts';
import { openVideo } from '../shared/media/reading/open-video.ts';
import { synthesizeClip } from '../synthetic/synthesize-clip.ts';
import { type InferenceThreads, openBareLoop } from './bare-inference.ts';
import { type Cost, compare, costOf, interleave, type Section, type Series } from './measure.ts';
import { openPlainLoop } from './plain-loop.ts';

const SAMPLES_PER_SECOND = 5;
/** Input frames of the bare loop are kept in memory, 2 MB each. */
const MAX_SAMPLES = 60;
const SCORE_THRESHOLD = 0.1;

/** Clips of VMS_CLIPS_DIR: 720p and 1080p, and a smaller one that fills a whole segment. */
const CLIPS = [
  'internal_emulator_transformer_output.mp4',
  'sample_edit_list.mp4',
  'one-by-one-person-detection.mp4',
];

/** The clips and models to measure. */
export interface BenchMedia {
  /** Folder with the clips; without one a clip is synthesized. */
  readonly clipsDir: string | undefined;
  /** Folders with model files, searched in order. */
  readonly modelsDirs: readonly string[];
  /** An empty folder. */
  readonly scratchDir: string;
}

type DetectionBenchOptions = BenchMedia & { readonly repetitions: number };

/** Frames a second of a detection worker on a segment, compared with its parts alone; one section per clip. */
export async function benchDetection(options: DetectionBenchOptions): Promise<Section[]> {
  const { repetitions, clipsDir, modelsDirs, scratchDir } = options;
  const located = await selectDetector({ manifest: modelManifest, modelsDirs });
  const { model, reason } = located;
  // A model with state across frames takes them one by one.
  const threading = { threads: model.layout === 'moving-object' ? 1 : 2, intraOpThreads: 1 };
  const clips = clipsDir
    ? CLIPS.map((clip) => path.join(clipsDir, clip))
    : [await synthesizedClip(scratchDir)];
  const detector = await openDetector({ ...located, ...threading });
  const sections: Section[] = [];
  try {
    for (const clip of clips) {
      sections.push({
        conditions: [
          `${model.id}${reason ? ` because ${reason}` : ''}; ${threading.threads} inference thread(s)`,
          `service: detection while a decoder process of its own decodes, ${SAMPLES_PER_SECOND} frames a second`,
          'plain loop: FFmpeg in this process decodes every frame, then the model; 2 threads each, in turns',
        ],
        ...(await benchClip(clip, { located, detector, threading, repetitions })),
      });
    }
  } finally {
    await detector.close();
  }
  return sections;
}

export async function synthesizedClip(folder: string): Promise<string> {
  const file = path.join(folder, 'synthesized-720p.mp4');
  await synthesizeClip(file, { seconds: 8, width: 1280, height: 720 });
  return file;
}

interface ClipBench {
  readonly located: LocatedModel;
  readonly detector: Detector;
  readonly threading: InferenceThreads;
  readonly repetitions: number;
}

async function benchClip(
  file: string,
  { located, detector, threading, repetitions }: ClipBench,
): Promise<Pick<Section, 'title' | 'comparisons'>> {
  await using source = await fileSource(file);
  const { width, height, frames: index } = await probeVideo(source);
  const all = sampleFrames(index, SAMPLES_PER_SECOND);
  const { boundaries } = planSegments(all, index.keyFrames, width * height);
  const samples = all.slice(0, Math.min(boundaries[1] ?? 0, MAX_SAMPLES));
  const size = detector.inputSize(width, height);
  const decode = () => decodeFrames(source, index, samples, size);
  const detect = (frames: AsyncIterable<SampledFrame>) =>
    drain(
      detector.detect(frames, {
        scoreThreshold: SCORE_THRESHOLD,
        displayWidth: width,
        displayHeight: height,
      }),
    );

  const decoded: SampledFrame[] = [];
  for await (const frame of decode()) decoded.push(frame);
  await using bare = await openBareLoop(located, decoded, threading);
  await using plain = await openPlainLoop(file, located, size);
  const costs = await interleave(repetitions, {
    bare: () => costOf(() => bare.run()),
    detector: () => costOf(() => detect(replay(decoded))),
    decoding: () => costOf(() => drain(decode())),
    service: () => costOf(() => detect(decode())),
    plain: () => costOf(() => plain.run(samples)),
  });

  const rates = (name: string, series: readonly Cost[]): Series => ({
    name,
    values: series.map(({ wallMs }) => (samples.length * 1000) / wallMs),
  });
  const cpu = (name: string, ...parts: readonly (readonly Cost[])[]): Series => ({
    name,
    values: costs.bare.map((_, round) => sum(parts.map((part) => part[round]?.cpuMs ?? 0)) / samples.length),
  });
  const service = rates('service', costs.service);
  const bareLoop = rates('bare ONNX Runtime loop', costs.bare);
  const parts = cpu('decoding alone + bare loop', costs.decoding, costs.bare);
  const last = { name: 'frames up to the last sample', values: [(samples.at(-1) ?? 0) + 1] };
  const sent = { name: 'packets sent to the decoder', values: [await packetsSent(source, index, samples)] };
  return {
    title: `Detection, ${path.basename(file)} (${width}×${height}, ${samples.length} frames)`,
    comparisons: [
      compare(service, bareLoop, 'frames/s'),
      compare(service, rates('plain loop', costs.plain), 'frames/s'),
      compare(service, rates('decoding alone', costs.decoding), 'frames/s'),
      compare(rates('detector on decoded frames', costs.detector), bareLoop, 'frames/s'),
      compare(cpu('service', costs.service), parts, 'CPU ms/frame'),
      compare(cpu('service', costs.service), cpu('plain loop', costs.plain), 'CPU ms/frame'),
      compare(cpu('bare ONNX Runtime loop', costs.bare), parts, 'CPU ms/frame'),
      compare(sent, last, ''),
    ],
  };
}

/** Includes frames before the first shown one, and after the last sample in decode order. */
async function packetsSent(
  source: ByteSource,
  index: FrameIndex,
  samples: readonly number[],
): Promise<number> {
  using video = await openVideo(source, 'sequential');
  let packets = 0;
  for await (const bytes of packetFeed(video, index, planDecoding(index, samples))) {
    if (bytes.length > PACKET_HEADER_BYTES) packets++;
  }
  return packets;
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

async function* replay(frames: readonly SampledFrame[]): AsyncGenerator<SampledFrame> {
  yield* frames;
}

async function drain(items: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of items);
}
