import { siblingModule } from '../../kernel/runtime/sibling-module.ts';
import type { FrameDetections } from '../../vision/network/detection.ts';
import { InferenceError } from '../errors.ts';
import type { Model } from '../models/manifest.ts';
import type { DetectOptions, Detector, FrameSize, SampledFrame } from './detector.ts';
import { DetectorPool } from './detector-pool.ts';
import type { ReportOptions } from './frame-detector.ts';
import { inputSizeOf, maxInputPixels } from './model-input.ts';
import { OrderedResults } from './ordered-results.ts';

export interface OpenDetectorOptions {
  readonly model: Model;
  /** File of the model, verified by the model store. */
  readonly path: string;
  /** Threads, each with a copy of the model; default 2. A model that remembers frames gets one. */
  readonly threads?: number;
  /** Threads inside one inference; default 1. */
  readonly intraOpThreads?: number;
  /** The module of the threads; default: `detector-worker` beside this one. */
  readonly workerUrl?: URL;
}

const DETECTOR_WORKER = siblingModule(import.meta.url, 'detector-worker');

/**
 * Starts the threads of a detector. They keep the process alive until `close`, and are to be closed before the
 * process exits: the native runtime does not survive the end of its thread.
 * @throws InferenceError MODEL_UNFIT when the runtime can't open the file
 */
export async function openDetector({
  model,
  path: file,
  threads = 2,
  intraOpThreads = 1,
  workerUrl = DETECTOR_WORKER,
}: OpenDetectorOptions): Promise<Detector> {
  if (!(threads >= 1)) throw new RangeError(`${threads} threads can't detect anything`);
  const pool = await DetectorPool.open({
    model,
    path: file,
    threads: model.layout === 'moving-object' ? 1 : threads,
    intraOpThreads,
    slotBytes: 3 * maxInputPixels(model),
    workerUrl,
  });
  return new PooledDetector(model, pool);
}

class PooledDetector implements Detector {
  readonly model: Model;
  readonly #pool: DetectorPool;
  #running = false;
  #closed = false;

  constructor(model: Model, pool: DetectorPool) {
    this.model = model;
    this.#pool = pool;
  }

  inputSize(displayWidth: number, displayHeight: number): FrameSize {
    return { ...inputSizeOf(this.model, displayWidth, displayHeight), format: 'rgb24' };
  }

  async *detect(
    frames: AsyncIterable<SampledFrame>,
    { signal, ...report }: DetectOptions,
  ): AsyncGenerator<FrameDetections, void> {
    signal?.throwIfAborted();
    if (this.#closed) throw closedError();
    if (this.#running) throw new InferenceError('DETECTOR_BUSY', 'the detector is at work on other frames');
    this.#running = true;
    const interruption = new Interruption();
    const onAbort = (): void => interruption.interrupt(signal?.reason);
    signal?.addEventListener('abort', onAbort);
    const source = frames[Symbol.asyncIterator]();
    let asking = false;
    const nextFrame = async (): Promise<IteratorResult<SampledFrame>> => {
      asking = true;
      const next = await interruption.wait(source.next());
      asking = false;
      return next;
    };
    try {
      yield* this.#run(nextFrame, report, interruption);
    } finally {
      signal?.removeEventListener('abort', onAbort);
      this.#running = false;
      const left = source.return?.();
      // A source that is abandoned while it is asked for a frame may never answer.
      if (asking) left?.catch(() => {});
      else await left;
    }
  }

  async *#run(
    nextFrame: () => Promise<IteratorResult<SampledFrame>>,
    report: ReportOptions,
    interruption: Interruption,
  ): AsyncGenerator<FrameDetections, void> {
    const size = this.inputSize(report.displayWidth, report.displayHeight);
    const ordered = new OrderedResults();
    this.#pool.beginRun(report, {
      onResults: (results) => ordered.add(results),
      onFailure: (error) => interruption.interrupt(error),
    });
    for (let next = await nextFrame(); !next.done; next = await nextFrame()) {
      const frame = next.value;
      checkFrame(frame, size);
      let slot = this.#pool.takeSlot();
      while (slot === undefined) {
        await interruption.wait(this.#pool.nextReply());
        slot = this.#pool.takeSlot();
      }
      slot.bytes.set(frame.data);
      this.#pool.submit(slot, { ...size, sequence: ordered.expect(frame), time: frame.time });
      for (const result of ordered.take()) yield result;
    }
    this.#pool.endRun();
    for (;;) {
      for (const result of ordered.take()) yield result;
      if (ordered.pending === 0) return;
      await interruption.wait(this.#pool.nextReply());
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    if (this.#running) this.#pool.fail(closedError());
    await this.#pool.close();
  }
}

const closedError = (): InferenceError => new InferenceError('DETECTOR_CLOSED', 'the detector is closed');

function checkFrame({ frame, width, height, data }: SampledFrame, size: FrameSize): void {
  if (width === size.width && height === size.height && data.length === width * height * 3) return;
  throw new InferenceError(
    'FRAME_UNFIT',
    `frame ${frame} has ${data.length} bytes for ${width}×${height}; wanted is rgb24 of ${size.width}×${size.height}`,
  );
}

/**
 * Waits, one after the other, that can be cut short from outside. Unlike `Promise.race` with a promise that lives
 * as long as the work, it keeps nothing of the waits that are over: their results are video frames.
 */
export class Interruption {
  #cause: { readonly reason: unknown } | undefined;
  #reject: (reason: unknown) => void = () => {};

  /** Rejects the present wait, and every later one. */
  interrupt(reason: unknown): void {
    this.#cause ??= { reason };
    this.#reject(this.#cause.reason);
  }

  wait<T>(work: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#reject = reject;
      if (this.#cause !== undefined) reject(this.#cause.reason);
      work.then(resolve, reject);
    });
  }
}
