import '../telemetry-off.ts';
import { Worker } from 'node:worker_threads';
import { InferenceError } from '../errors.ts';
import type { ThreadReply, ThreadRequest, ThreadSetup } from './thread-protocol.ts';

/**
 * A model in a thread of its own, where its runs block nobody else. All threads that load ONNX Runtime are started
 * here: only then is its telemetry off in each.
 *
 * The thread keeps the process alive until `close`, and must be closed before the process exits: the native runtime
 * does not survive the end of its thread. It is never ended by force, which would take the whole process with it.
 */
export class OnnxThread<Ready, Call, Result> {
  /**
   * What the thread says when its model is open.
   * @throws InferenceError MODEL_UNFIT when the runtime can't open the file
   */
  readonly ready: Promise<Ready>;
  /** Resolves with WORKER_FAILED when the thread has failed or ended: later calls reject with it. */
  readonly failure: Promise<InferenceError>;
  readonly #worker: Worker;
  readonly #ended: Promise<void>;
  /** Calls that are not answered yet, in order. */
  readonly #pending: PromiseWithResolvers<Result>[] = [];
  #failure: InferenceError | undefined;

  /** @param module calls `serveCalls` */
  constructor(module: URL, setup: ThreadSetup) {
    const ready = Promise.withResolvers<Ready>();
    const failure = Promise.withResolvers<InferenceError>();
    const ended = Promise.withResolvers<void>();
    const fail = (reason: string, cause?: unknown): void => {
      this.#failure ??= new InferenceError('WORKER_FAILED', `inference failed: ${reason}`, { cause });
      ready.reject(new InferenceError('MODEL_UNFIT', `${setup.path} cannot be opened: ${reason}`, { cause }));
      failure.resolve(this.#failure);
      for (const call of this.#pending.splice(0)) call.reject(this.#failure);
    };
    this.ready = ready.promise;
    this.failure = failure.promise;
    this.#ended = ended.promise;
    this.#worker = new Worker(module, { workerData: setup });
    this.#worker.on('message', (reply: ThreadReply<Ready, Result>) => {
      if (reply.type === 'ready') ready.resolve(reply.ready);
      else this.#pending.shift()?.resolve(reply.result);
    });
    this.#worker.on('error', (cause) => fail(cause instanceof Error ? cause.message : String(cause), cause));
    this.#worker.on('exit', (code) => {
      fail(`its thread ended with code ${code}`);
      ended.resolve();
    });
  }

  /** @throws InferenceError WORKER_FAILED; the thread has ended then */
  call(call: Call): Promise<Result> {
    if (this.#failure !== undefined) return Promise.reject(this.#failure);
    const answer = Promise.withResolvers<Result>();
    this.#pending.push(answer);
    this.#worker.postMessage({ type: 'call', call } satisfies ThreadRequest<Call>);
    return answer.promise;
  }

  /** Ends the thread once it has answered the calls made so far. */
  async close(): Promise<void> {
    this.#worker.postMessage({ type: 'close' } satisfies ThreadRequest<Call>);
    await this.#ended;
  }
}
