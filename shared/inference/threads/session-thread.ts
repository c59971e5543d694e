import path from 'node:path';
import type { Worker } from 'node:worker_threads';
import { InferenceError } from '../errors.ts';
import { startOnnxThread } from './onnx-thread.ts';
import type { Feed, SessionReply, SessionRequest, SessionSetup } from './session-protocol.ts';

/** `.ts` in the source tree; in a build it is bundled beside this module, with the same extension as this one. */
const SESSION_WORKER = new URL(`./session-worker${path.extname(import.meta.url)}`, import.meta.url);

/** A network in a thread of its own, so that a run does not block this one. */
export class SessionThread {
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  readonly #worker: Worker;
  readonly #ended: Promise<void>;
  /** Runs that are not answered yet, in order. */
  readonly #pending: PromiseWithResolvers<Extract<SessionReply, { type: 'result' }>>[] = [];
  #failure: InferenceError | undefined;

  private constructor(worker: Worker, { inputs, outputs }: Extract<SessionReply, { type: 'ready' }>) {
    this.#worker = worker;
    this.inputs = inputs;
    this.outputs = outputs;
    worker.on('message', (reply: SessionReply) => {
      if (reply.type === 'result') this.#pending.shift()?.resolve(reply);
    });
    worker.on('error', (cause) => this.#fail(cause instanceof Error ? cause.message : String(cause), cause));
    this.#ended = new Promise((resolve) => {
      worker.on('exit', () => {
        this.#fail('it has ended');
        resolve();
      });
    });
  }

  /**
   * The thread keeps the process alive until `close`, and is to be closed before the process exits: the native runtime
   * does not survive the end of its thread.
   * @throws InferenceError MODEL_UNFIT when the runtime can't open the file
   */
  static async open(file: string, intraOpThreads = 2): Promise<SessionThread> {
    const worker = startOnnxThread(SESSION_WORKER, { path: file, intraOpThreads } satisfies SessionSetup);
    try {
      return new SessionThread(worker, await ready(worker));
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new InferenceError('MODEL_UNFIT', `${file} cannot be opened: ${reason}`, { cause });
    }
  }

  /**
   * One run for one output, float32.
   * @throws InferenceError WORKER_FAILED when the network can't be run on that; the thread has then ended
   */
  async run(
    feeds: Readonly<Record<string, Feed>>,
    output: string,
  ): Promise<{ readonly dims: readonly number[]; readonly data: Float32Array }> {
    if (this.#failure !== undefined) throw this.#failure;
    const answer = Promise.withResolvers<Extract<SessionReply, { type: 'result' }>>();
    this.#pending.push(answer);
    this.#worker.postMessage({ type: 'run', feeds, output } satisfies SessionRequest);
    const { dims, data } = await answer.promise;
    if (!(data instanceof Float32Array)) throw new InferenceError('MODEL_UNFIT', `${output} is not float32`);
    return { dims, data };
  }

  /** Ends the thread once it has made the runs it was asked for. */
  async close(): Promise<void> {
    this.#worker.postMessage({ type: 'close' } satisfies SessionRequest);
    await this.#ended;
  }

  #fail(reason: string, cause?: unknown): void {
    this.#failure ??= new InferenceError('WORKER_FAILED', `the thread of a network failed: ${reason}`, {
      cause,
    });
    for (const run of this.#pending.splice(0)) run.reject(this.#failure);
  }
}

/** Resolves with the first message of the thread. */
function ready(worker: Worker): Promise<Extract<SessionReply, { type: 'ready' }>> {
  return new Promise((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', (code) => reject(new Error(`the thread ended with code ${code}`)));
  });
}
