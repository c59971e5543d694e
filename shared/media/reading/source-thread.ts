import { Worker } from 'node:worker_threads';
import type { ByteSource } from '../../kernel/bytes/byte-source.ts';
import { MediaError } from '../headers/media-error.ts';
import { reapProcess } from '../processes/thread-processes.ts';
import type { OwnerMessage, ProcessNote, SourceMessage } from './source-worker.ts';

/** Heap of the thread, MiB. The tables of two million frames take about half of it. */
const HEAP_LIMIT_MIB = 1024;
/** Tasks after which a thread is replaced, so that what they leave behind does not add up. */
const TASKS_A_THREAD = 100;

/** Threads without a task, by module: starting one takes far longer than reading a small file. */
const idle = new Map<string, SourceThread[]>();

/**
 * Runs `module` (one that calls `serveSource`) on `source` in a thread with a heap limit, until `expired` rejects. So no
 * file can stall or bring down the caller, whatever a parser makes of it. The thread serves further tasks, one at a
 * time; it ends with one that fails, and with it the processes that it has started.
 *
 * @throws MediaError with the reason the work ends with; a failed read of `source`, and `expired`, as they are
 */
export async function withSource<Task, Result>(
  module: URL,
  source: ByteSource,
  task: Task,
  expired: Promise<never>,
): Promise<Result> {
  const threads = idle.get(module.href) ?? [];
  idle.set(module.href, threads);
  const thread = threads.pop() ?? new SourceThread(module);
  try {
    const result = await Promise.race([thread.run<Task, Result>(source, task), expired]);
    if (thread.isUsable) threads.push(thread);
    else await thread.end();
    return result;
  } catch (error) {
    await thread.end();
    throw error;
  }
}

class SourceThread {
  readonly #worker: Worker;
  /** Processes of the thread that have not ended. */
  readonly #processes = new Set<number>();
  #tasks = 0;
  #hasExited = false;

  constructor(module: URL) {
    this.#worker = new Worker(module, {
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: HEAP_LIMIT_MIB },
    });
    this.#worker.once('exit', () => {
      this.#hasExited = true;
    });
    this.#worker.on('message', (message: ProcessNote | SourceMessage<unknown>) => {
      if (message.kind !== 'process') return;
      if (message.isRunning) this.#processes.add(message.pid);
      else this.#processes.delete(message.pid);
    });
    // Reported by the task that is running; between two, the next one finds the thread ended.
    this.#worker.on('error', () => {});
  }

  get isUsable(): boolean {
    return !this.#hasExited && this.#tasks < TASKS_A_THREAD;
  }

  async run<Task, Result>(source: ByteSource, task: Task): Promise<Result> {
    const worker = this.#worker;
    const number = ++this.#tasks;
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    const onMessage = (message: ProcessNote | SourceMessage<Result>): void => {
      // An earlier task may have read ahead.
      if (message.kind === 'process' || message.number !== number) return;
      if (message.kind === 'done') resolve(message.result);
      else if (message.kind === 'failed') reject(new MediaError(message.reason, message.message));
      else answer(worker, source, message).catch(reject);
    };
    const onError = (error: unknown): void => reject(heapExhausted(error) ?? error);
    const onExit = (code: number): void => reject(new Error(`thread ended with code ${code}`));
    worker.on('message', onMessage).on('error', onError).on('exit', onExit);
    // A thread that waits keeps no process alive.
    worker.ref();
    try {
      worker.postMessage({ kind: 'task', number, size: source.size, task } satisfies OwnerMessage<Task>);
      return await promise;
    } finally {
      worker.unref();
      worker.off('message', onMessage).off('error', onError).off('exit', onExit);
    }
  }

  async end(): Promise<void> {
    // All that it has said is known then.
    await this.#worker.terminate();
    await Promise.all([...this.#processes].map(reapProcess));
  }
}

async function answer(worker: Worker, source: ByteSource, read: { id: number; start: number; end: number }) {
  const bytes = await source.read(read.start, read.end);
  worker.postMessage({ kind: 'bytes', id: read.id, bytes } satisfies OwnerMessage<never>);
}

function heapExhausted(error: unknown): MediaError | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code !== 'ERR_WORKER_OUT_OF_MEMORY') return undefined;
  return new MediaError('out-of-memory', "The file's index does not fit into the memory limit.");
}
