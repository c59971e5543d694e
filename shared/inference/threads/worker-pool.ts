import type { Worker } from 'node:worker_threads';
import type { FrameResult, ReportOptions, RunFrame } from '../detectors/frame-detector.ts';
import { InferenceError } from '../errors.ts';
import type { Model } from '../models/manifest.ts';
import { startOnnxThread } from './onnx-thread.ts';
import type { WorkerReply, WorkerRequest, WorkerSetup } from './worker-protocol.ts';

/** Frame buffers a worker: one being worked on, one waiting. */
const SLOTS_PER_WORKER = 2;

export interface PoolOptions {
  readonly model: Model;
  readonly path: string;
  readonly workers: number;
  readonly intraOpThreads: number;
  /** Bytes of the largest frame. */
  readonly slotBytes: number;
  readonly workerUrl: URL;
}

/** A frame buffer that belongs to one worker. */
export interface Slot {
  readonly worker: Worker;
  readonly index: number;
  readonly bytes: Uint8Array;
}

/** Hears of the run it began. */
export interface RunListener {
  onResults(results: readonly FrameResult[]): void;
  onFailure(error: InferenceError): void;
}

/**
 * Worker threads that each hold the model, and the buffers through which frames reach them. One worker that
 * dies or throws ends the pool, with WORKER_FAILED.
 */
export class WorkerPool {
  readonly #workers: readonly Worker[];
  readonly #slots: readonly Slot[];
  /** Longest free first, which spreads the frames over the workers. */
  readonly #free: Slot[];
  #run = 0;
  #listener: RunListener | undefined;
  #reply = Promise.withResolvers<void>();
  #failure: InferenceError | undefined;
  #ending = false;

  private constructor(workers: readonly Worker[], slots: readonly Slot[]) {
    this.#workers = workers;
    this.#slots = slots;
    this.#free = slots.toSorted((a, b) => a.index - b.index);
    for (const worker of workers) {
      worker.on('message', (reply: WorkerReply) => this.#handle(worker, reply));
      worker.on('error', (cause) => this.fail(workerFailure(cause)));
      worker.on('exit', (code) => this.fail(workerFailure(`it ended with code ${code}`)));
    }
    if (!workers.every(isRunning)) this.fail(workerFailure('it ended as soon as it was ready'));
  }

  /** @throws InferenceError MODEL_UNFIT when a worker can't open the model */
  static async open(options: PoolOptions): Promise<WorkerPool> {
    const started = Array.from({ length: options.workers }, () => startWorker(options));
    try {
      await Promise.all(started.map(({ worker }) => ready(worker)));
    } catch (cause) {
      for (const { worker } of started) worker.postMessage({ type: 'close' } satisfies WorkerRequest);
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new InferenceError('MODEL_UNFIT', `${options.path} cannot be opened: ${reason}`, { cause });
    }
    return new WorkerPool(
      started.map(({ worker }) => worker),
      started.flatMap(({ slots }) => slots),
    );
  }

  /**
   * Starts a run. What is still to come from the run before is dropped, but for its slots.
   * @throws InferenceError what ended the pool
   */
  beginRun(options: ReportOptions, listener: RunListener): void {
    if (this.#failure !== undefined) throw this.#failure;
    this.#run++;
    this.#listener = listener;
    this.#post({ type: 'begin', run: this.#run, options });
  }

  /** A free slot, if there is one; it is free again once its worker has accepted the frame. */
  takeSlot(): Slot | undefined {
    return this.#free.shift();
  }

  /** Hands the frame in `slot` to its worker. */
  submit({ worker, index }: Slot, frame: Omit<RunFrame, 'data'>): void {
    const { sequence, time, width, height } = frame;
    worker.postMessage({ type: 'frame', slot: index, sequence, time, width, height } satisfies WorkerRequest);
  }

  /** Tells the workers that the run has no more frames. */
  endRun(): void {
    this.#post({ type: 'end' });
  }

  /** Resolves at the next reply of any worker, after its results and its slot were handed on; never, if none comes. */
  nextReply(): Promise<void> {
    return this.#reply.promise;
  }

  /** Ends the pool with an error, of which the present run hears at once; unless it is ending already. */
  fail(error: InferenceError): void {
    if (this.#ending) return;
    this.#failure = error;
    this.#shutDown();
    this.#listener?.onFailure(error);
  }

  /** Ends the workers, once they have finished what they were given. */
  async close(): Promise<void> {
    const exits = this.#workers.filter(isRunning).map((worker) => ended(worker));
    if (!this.#ending) this.#shutDown();
    await Promise.all(exits);
  }

  /** Never by force: a thread that is terminated inside the native runtime takes the whole process with it. */
  #shutDown(): void {
    this.#ending = true;
    this.#post({ type: 'close' });
  }

  #post(request: WorkerRequest): void {
    for (const worker of this.#workers) worker.postMessage(request);
  }

  #handle(worker: Worker, reply: WorkerReply): void {
    if (reply.type === 'ready') return;
    if (reply.type === 'accepted')
      this.#free.push(...this.#slots.filter((slot) => slot.worker === worker && slot.index === reply.slot));
    if (reply.run === this.#run) this.#listener?.onResults(reply.results);
    const replied = this.#reply;
    this.#reply = Promise.withResolvers();
    replied.resolve();
  }
}

/** Resolves with the first message of a worker, which says that its model is open. */
function ready(worker: Worker): Promise<void> {
  return new Promise((resolve, reject) => {
    worker.once('message', () => resolve());
    worker.once('error', reject);
    worker.once('exit', (code) => reject(new Error(`the worker ended with code ${code}`)));
  });
}

/** Not `once` of node:events, which rejects when the worker throws. */
const ended = (worker: Worker): Promise<void> =>
  new Promise((resolve) => worker.once('exit', () => resolve()));

/** An ended thread has the id -1. */
const isRunning = ({ threadId }: Worker): boolean => threadId !== -1;

function startWorker({ model, path, intraOpThreads, slotBytes, workerUrl }: PoolOptions) {
  const buffers = Array.from({ length: SLOTS_PER_WORKER }, () => new SharedArrayBuffer(slotBytes));
  const workerData: WorkerSetup = { model, path, intraOpThreads, slots: buffers };
  const worker = startOnnxThread(workerUrl, workerData);
  const slots = buffers.map((buffer, index): Slot => ({ worker, index, bytes: new Uint8Array(buffer) }));
  return { worker, slots };
}

const workerFailure = (cause: unknown): InferenceError =>
  new InferenceError(
    'WORKER_FAILED',
    `an inference worker failed: ${cause instanceof Error ? cause.message : String(cause)}`,
    { cause },
  );
