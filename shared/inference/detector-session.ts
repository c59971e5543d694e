import path from 'node:path';
import type { Detection } from '../vision/box.ts';
import type { DetectOptions, Detector, FrameDetections, FrameSize, SampledFrame } from './detector.ts';
import { InferenceError } from './errors.ts';
import type { ReportOptions } from './frame-detector.ts';
import type { Model } from './manifest.ts';
import { inputSizeOf, maxInputPixels } from './model-input.ts';
import { WorkerPool } from './worker-pool.ts';

export interface OpenDetectorOptions {
  readonly model: Model;
  /** File of the model, verified by the model store. */
  readonly path: string;
  /** Worker threads, each with a copy of the model; default 2. A model that remembers frames gets one. */
  readonly workers?: number;
  /** Threads inside one inference; default 1. */
  readonly intraOpThreads?: number;
  /** The worker's module; default: `inference-worker` beside this one. */
  readonly workerUrl?: URL;
}

/** `.ts` in the source tree; in a build it is bundled beside this module, with the same extension as this one. */
const INFERENCE_WORKER = new URL(`./inference-worker${path.extname(import.meta.url)}`, import.meta.url);

/**
 * Starts the workers of a detector. They keep the process alive until `close`.
 * @throws InferenceError MODEL_UNFIT when the runtime can't open the file
 */
export async function openDetector({
  model,
  path: file,
  workers = 2,
  intraOpThreads = 1,
  workerUrl = INFERENCE_WORKER,
}: OpenDetectorOptions): Promise<Detector> {
  const pool = await WorkerPool.open({
    model,
    path: file,
    workers: model.layout === 'moving-object' ? 1 : workers,
    intraOpThreads,
    slotBytes: 3 * maxInputPixels(model),
    workerUrl,
  });
  return new PooledDetector(model, pool);
}

class PooledDetector implements Detector {
  readonly model: Model;
  readonly #pool: WorkerPool;
  #running = false;
  #closed = false;

  constructor(model: Model, pool: WorkerPool) {
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
    const stop = Promise.withResolvers<never>();
    stop.promise.catch(() => {});
    const onAbort = (): void => stop.reject(signal?.reason);
    signal?.addEventListener('abort', onAbort);
    const source = frames[Symbol.asyncIterator]();
    try {
      yield* this.#run(source, report, (work) => Promise.race([this.#pool.failed, stop.promise, work]));
    } finally {
      signal?.removeEventListener('abort', onAbort);
      this.#running = false;
      // Not awaited: a source that is waiting for its next frame answers only after that.
      void source.return?.().catch(() => {});
    }
  }

  async *#run(
    source: AsyncIterator<SampledFrame>,
    report: ReportOptions,
    interruptible: <T>(work: Promise<T>) => Promise<T>,
  ): AsyncGenerator<FrameDetections, void> {
    const size = this.inputSize(report.displayWidth, report.displayHeight);
    const finished = new Map<number, readonly Detection[]>();
    this.#pool.begin(report, (results) => {
      for (const { sequence, detections } of results) finished.set(sequence, detections);
    });
    const pending: Pick<SampledFrame, 'frame' | 'time'>[] = [];
    let submitted = 0;
    let ended = false;
    while (!ended || pending.length > 0) {
      if (ended) await interruptible(this.#pool.reply());
      else {
        const next = await interruptible(source.next());
        if (next.done) {
          this.#pool.end();
          ended = true;
        } else {
          const { frame, time, width, height, data } = next.value;
          checkFrame(next.value, size);
          let slot = this.#pool.takeSlot();
          while (slot === undefined) {
            await interruptible(this.#pool.reply());
            slot = this.#pool.takeSlot();
          }
          slot.bytes.set(data);
          this.#pool.submit(slot, { sequence: submitted++, time, width, height });
          pending.push({ frame, time });
        }
      }
      for (;;) {
        const [first] = pending;
        const detections = finished.get(submitted - pending.length);
        if (first === undefined || detections === undefined) break;
        finished.delete(submitted - pending.length);
        pending.shift();
        yield { ...first, detections };
      }
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
