import { Worker } from 'node:worker_threads';
import type { ByteSource } from '../../kernel/bytes/byte-source.ts';
import { MediaError } from '../media-error.ts';
import type { ReadReply, SourceMessage, SourceTask } from './source-worker.ts';

/** Heap of the thread, MiB. The tables of two million frames take about half of it. */
const HEAP_LIMIT_MIB = 1024;

/**
 * Runs `module` (one that calls `serveSource`) on `source` in a thread of its own, with a heap limit, until
 * `expired` rejects. So no file can stall or bring down the caller, whatever a parser makes of it.
 *
 * @throws MediaError with the reason the work ends with; a failed read of `source`, and `expired`, as they are
 */
export async function withSource<Task, Result>(
  module: URL,
  source: ByteSource,
  task: Task,
  expired: Promise<never>,
): Promise<Result> {
  const worker = new Worker(module, {
    workerData: { size: source.size, task } satisfies SourceTask<Task>,
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: HEAP_LIMIT_MIB },
  });
  const { promise, resolve, reject } = Promise.withResolvers<Result>();
  worker.on('message', (message: SourceMessage<Result>) => {
    if (message.kind === 'done') resolve(message.result);
    else if (message.kind === 'failed') reject(new MediaError(message.reason, message.message));
    else answer(worker, source, message).catch(reject);
  });
  worker.on('error', (error) => reject(heapExhausted(error) ?? error));
  worker.on('exit', (code) => reject(new Error(`thread ended with code ${code}`)));
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
