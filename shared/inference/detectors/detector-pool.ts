import type { InferenceError } from '../errors.ts';
import type { Model } from '../models/manifest.ts';
import { OnnxThread } from '../threads/onnx-thread.ts';
import type { DetectorCall, DetectorSetup } from './detector-worker.ts';
import type { FrameResult, ReportOptions, RunFrame } from './frame-detector.ts';

/** Frame buffers of a thread: one being worked on, one waiting. */
const SLOTS_PER_THREAD = 2;

interface PoolOptions {
  readonly model: Model;
  readonly path: string;
  readonly threads: number;
  readonly intraOpThreads: number;
  /** Bytes of the largest frame. */
  readonly slotBytes: number;
  readonly workerUrl: URL;
}

type DetectorThread = OnnxThread<null, DetectorCall, readonly FrameResult[]>;

/** A frame buffer that belongs to one thread. */
interface Slot {
  readonly thread: DetectorThread;
  readonly index: number;
  readonly bytes: Uint8Array;
}

/** Receives what happens in the run that it was passed to. */
interface RunListener {
  onResults(results: readonly FrameResult[]): void;
  onFailure(error: InferenceError): void;
}

/**
 * Threads that each hold the model, and the buffers through which frames reach them. One thread that fails ends the
 * pool, with WORKER_FAILED.
 */
export class DetectorPool {
  readonly #threads: readonly DetectorThread[];
  /** Longest free first, which spreads the frames over the threads. */
  readonly #free: Slot[];
  #listener: RunListener | undefined;
  #reply = Promise.withResolvers<void>();
  #failure: InferenceError | undefined;
  #ending = false;

  private constructor(threads: readonly DetectorThread[], slots: readonly Slot[]) {
    this.#threads = threads;
    this.#free = slots.toSorted((a, b) => a.index - b.index);
    for (const { failure } of threads) void failure.then((error) => this.fail(error));
  }

  /** @throws InferenceError MODEL_UNFIT when a thread can't open the model */
  static async open(options: PoolOptions): Promise<DetectorPool> {
    const slots = Array.from({ length: options.threads }, () => startThread(options));
    const threads = slots.flatMap(([first]) => first?.thread ?? []);
    try {
      await Promise.all(threads.map(({ ready }) => ready));
    } catch (error) {
      for (const thread of threads) void thread.close();
      throw error;
    }
    return new DetectorPool(threads, slots.flat());
  }

  /**
   * Starts a run. Outstanding results of the run before are dropped; its slots become free again.
   * @throws InferenceError what ended the pool
   */
  beginRun(options: ReportOptions, listener: RunListener): void {
    if (this.#failure !== undefined) throw this.#failure;
    this.#listener = listener;
    this.#callAll({ type: 'begin', options });
  }

  /** A free slot, if there is one; it is free again once its thread has answered the frame. */
  takeSlot(): Slot | undefined {
    return this.#free.shift();
  }

  /** Hands the frame in `slot` to its thread. */
  submit(slot: Slot, frame: Omit<RunFrame, 'data'>): void {
    this.#call(slot.thread, { type: 'frame', slot: slot.index, frame }, () => this.#free.push(slot));
  }

  /** Tells the threads that the run has no more frames. */
  endRun(): void {
    this.#callAll({ type: 'end' });
  }

  /** Resolves at the next reply of any thread, after its results and its slot were handed on; never, if none comes. */
  nextReply(): Promise<void> {
    return this.#reply.promise;
  }

  /** Ends the pool with an error and reports it to the present run; does nothing when the pool is ending already. */
  fail(error: InferenceError): void {
    if (this.#ending) return;
    this.#failure = error;
    void this.close();
    this.#listener?.onFailure(error);
  }

  /** Ends the threads, once they have finished what they were given. */
  async close(): Promise<void> {
    this.#ending = true;
    await Promise.all(this.#threads.map((thread) => thread.close()));
  }

  #callAll(call: DetectorCall): void {
    for (const thread of this.#threads) this.#call(thread, call);
  }

  #call(thread: DetectorThread, call: DetectorCall, onAnswer?: () => void): void {
    const listener = this.#listener;
    const handOn = (results: readonly FrameResult[]): void => {
      onAnswer?.();
      if (listener === this.#listener) listener?.onResults(results);
      const replied = this.#reply;
      this.#reply = Promise.withResolvers();
      replied.resolve();
    };
    // What rejects a call ends the pool, too.
    thread.call(call).then(handOn, () => {});
  }
}

/** @returns the slots of the thread */
function startThread({ model, path, intraOpThreads, slotBytes, workerUrl }: PoolOptions): Slot[] {
  const buffers = Array.from({ length: SLOTS_PER_THREAD }, () => new SharedArrayBuffer(slotBytes));
  const setup: DetectorSetup = { model, path, intraOpThreads, slots: buffers };
  const thread: DetectorThread = new OnnxThread(workerUrl, setup);
  return buffers.map((buffer, index) => ({ thread, index, bytes: new Uint8Array(buffer) }));
}
