import { Worker } from 'node:worker_threads';
import type { ByteSource } from './byte-source.ts';
import type { FrameIndex } from './frame-index.ts';
import { MediaError } from './media-error.ts';
import type { ProbeMessage, ProbeTask, ReadReply } from './probe-worker.ts';
import { siblingModule } from './sibling-module.ts';
import { type Container, requireContainer } from './sniff.ts';

/** What a file may ask of the service. */
export interface ProbeLimits {
  /** Largest coded or displayed width and height, pixels. */
  readonly maxSide: number;
  /** Largest coded or displayed area, pixels. */
  readonly maxPixels: number;
  readonly maxFrames: number;
  /** Seconds. */
  readonly maxDuration: number;
  /** Wall-clock milliseconds the probe may take; a small file gets less ({@link patience}). */
  readonly timeoutMs: number;
}

export const defaultProbeLimits: ProbeLimits = {
  maxSide: 8192,
  maxPixels: 40e6,
  maxFrames: 2_000_000,
  maxDuration: 6 * 3600,
  timeoutMs: 300_000,
};

/** What is known of a video without decoding it. */
export interface VideoProbe {
  readonly container: Container;
  /** RFC 6381 codec string, such as `avc1.64001f`. */
  readonly codec: string;
  /** Displayed size in square pixels: after pixel aspect ratio, then rotation. */
  readonly width: number;
  readonly height: number;
  /** Size of the coded picture. */
  readonly codedWidth: number;
  readonly codedHeight: number;
  /** Degrees clockwise by which the coded picture is turned for display. */
  readonly rotation: 0 | 90 | 180 | 270;
  /** Whether the picture is then mirrored left to right. */
  readonly flip: boolean;
  /** Seconds from the start of the presentation to when the last frame disappears. */
  readonly duration: number;
  /** Frames a second, from the frames' times (frame-rate.ts). */
  readonly fps: number;
  readonly frames: FrameIndex;
}

/** Heap of the parsing thread, MiB. The tables of two million frames take about half of it. */
const heapLimitMiB = 1024;

/**
 * Probes a video: reads the header and the time of every frame, decodes nothing. MP4 and MOV are read in a few
 * ranged reads, WebM in one pass. The parser runs in a thread with a heap limit and a deadline, so no file can
 * stall or bring down the caller.
 *
 * @throws MediaError with the reason when the file is not a usable video; a failed read of `source` as it is
 */
export async function probeVideo(source: ByteSource, limits: Partial<ProbeLimits> = {}): Promise<VideoProbe> {
  const task: ProbeTask = { size: source.size, limits: { ...defaultProbeLimits, ...limits } };
  const { promise: expired, reject: expire } = Promise.withResolvers<never>();
  const deadline = setTimeout(
    () => expire(new MediaError('timeout', 'The file could not be read within the time limit.')),
    patience(source.size, task.limits.timeoutMs),
  );
  try {
    // What is no video at all is told apart without starting a thread.
    await Promise.race([requireContainer(source), expired]);
    return await probeInThread(source, task, expired);
  } finally {
    clearTimeout(deadline);
  }
}

/** Milliseconds any file may take, and the slowest reading of a large one, in bytes a millisecond. */
const BASE_PATIENCE_MS = 30_000;
const SLOWEST_READING = 20_000;

const patience = (size: number, most: number): number =>
  Math.min(most, BASE_PATIENCE_MS + size / SLOWEST_READING);

async function probeInThread(
  source: ByteSource,
  task: ProbeTask,
  expired: Promise<never>,
): Promise<VideoProbe> {
  const worker = new Worker(siblingModule(import.meta.url, 'probe-worker'), {
    workerData: task,
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: heapLimitMiB },
  });
  const { promise, resolve, reject } = Promise.withResolvers<VideoProbe>();
  worker.on('message', (message: ProbeMessage) => {
    if (message.kind === 'done') resolve(message.probe);
    else if (message.kind === 'failed') reject(new MediaError(message.reason, message.message));
    else answer(worker, source, message).catch(reject);
  });
  worker.on('error', (error) => reject(heapExhausted(error) ?? error));
  worker.on('exit', (code) => reject(new Error(`probe thread ended with code ${code}`)));
  try {
    return await Promise.race([promise, expired]);
  } finally {
    await worker.terminate();
  }
}

async function answer(worker: Worker, source: ByteSource, read: { id: number; start: number; end: number }) {
  const reply: ReadReply = { id: read.id, bytes: await source.read(read.start, read.end) };
  worker.postMessage(reply);
}

function heapExhausted(error: unknown): MediaError | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code !== 'ERR_WORKER_OUT_OF_MEMORY') return undefined;
  return new MediaError('out-of-memory', "The file's index does not fit into the memory limit.");
}
