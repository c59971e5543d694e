import { parentPort } from 'node:worker_threads';
import type { ByteSource } from '../../kernel/bytes/byte-source.ts';
import { MediaError, type MediaErrorReason } from '../headers/media-error.ts';
import { observeProcesses } from '../processes/thread-processes.ts';

/** To the thread. `task`: the next work, on a source of `size` bytes; `bytes`: the answer to a read. */
export type OwnerMessage<Task> =
  | { readonly kind: 'task'; readonly number: number; readonly size: number; readonly task: Task }
  | { readonly kind: 'bytes'; readonly id: number; readonly bytes: Uint8Array };

/**
 * From the thread to its owner, for the task of this number. A read is answered with bytes; a failed one is not: the
 * owner ends the thread. The other two end the task.
 */
export type SourceMessage<Result> = { readonly number: number } & (
  | { readonly kind: 'read'; readonly id: number; readonly start: number; readonly end: number }
  | { readonly kind: 'done'; readonly result: Result }
  | { readonly kind: 'failed'; readonly reason: MediaErrorReason; readonly message: string }
);

/** From the thread, of a process that it has started, or that has ended. */
export interface ProcessNote {
  readonly kind: 'process';
  readonly pid: number;
  readonly isRunning: boolean;
}

/**
 * The body of a thread that `withSource` (source-thread.ts) starts; it does one task after the other. Does nothing if
 * the module is only imported.
 */
export function serveSource<Task, Result>(work: (source: ByteSource, task: Task) => Promise<Result>): void {
  if (!parentPort) return;
  const port = parentPort;
  observeProcesses((pid, isRunning) =>
    port.postMessage({ kind: 'process', pid, isRunning } satisfies ProcessNote),
  );
  const waiting = new Map<number, (bytes: Uint8Array) => void>();
  let nextId = 0;
  /** The owner's ByteSource, reached by messages. */
  const remoteSource = (number: number, size: number): ByteSource => ({
    size,
    read(start, end) {
      const id = nextId++;
      const bytes = new Promise<Uint8Array>((resolve) => waiting.set(id, resolve));
      port.postMessage({ kind: 'read', number, id, start, end } satisfies SourceMessage<never>);
      return bytes;
    },
  });
  port.on('message', async (message: OwnerMessage<Task>) => {
    if (message.kind === 'bytes') {
      waiting.get(message.id)?.(message.bytes);
      waiting.delete(message.id);
      return;
    }
    const { number, size, task } = message;
    const outcome = await work(remoteSource(number, size), task).then(
      (result): SourceMessage<Result> => ({ kind: 'done', number, result }),
      (error: unknown): SourceMessage<Result> => {
        if (!(error instanceof MediaError)) throw error;
        return { kind: 'failed', number, reason: error.reason, message: error.message };
      },
    );
    // What the task has read ahead is of no use any more.
    waiting.clear();
    port.postMessage(outcome);
  });
}
