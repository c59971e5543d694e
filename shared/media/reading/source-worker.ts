import { parentPort, workerData } from 'node:worker_threads';
import type { ByteSource } from '../../kernel/bytes/byte-source.ts';
import { MediaError, type MediaErrorReason } from '../media-error.ts';

/** The thread's start data. */
export interface SourceTask<Task> {
  /** Bytes of the source. */
  readonly size: number;
  readonly task: Task;
}

/** From the thread to its owner. A read is answered with a {@link ReadReply}; the other two end the work. */
export type SourceMessage<Result> =
  | { readonly kind: 'read'; readonly id: number; readonly start: number; readonly end: number }
  | { readonly kind: 'done'; readonly result: Result }
  | { readonly kind: 'failed'; readonly reason: MediaErrorReason; readonly message: string };

/** The bytes asked for. A failed read is not answered: the owner ends the thread. */
export interface ReadReply {
  readonly id: number;
  readonly bytes: Uint8Array;
}

/** The owner's ByteSource, reached by messages. */
function remoteSource(port: NonNullable<typeof parentPort>, size: number): ByteSource {
  const waiting = new Map<number, (bytes: Uint8Array) => void>();
  let nextId = 0;
  port.on('message', ({ id, bytes }: ReadReply) => {
    waiting.get(id)?.(bytes);
    waiting.delete(id);
  });
  return {
    size,
    read(start, end) {
      const id = nextId++;
      const bytes = new Promise<Uint8Array>((resolve) => waiting.set(id, resolve));
      port.postMessage({ kind: 'read', id, start, end } satisfies SourceMessage<never>);
      return bytes;
    },
  };
}

/** The body of a thread that `withSource` (source-thread.ts) starts. Does nothing if the module is only imported. */
export async function serveSource<Task, Result>(
  work: (source: ByteSource, task: Task) => Promise<Result>,
): Promise<void> {
  if (!parentPort) return;
  const { size, task }: SourceTask<Task> = workerData;
  const outcome = work(remoteSource(parentPort, size), task).then(
    (result): SourceMessage<Result> => ({ kind: 'done', result }),
    (error: unknown): SourceMessage<Result> => {
      if (!(error instanceof MediaError)) throw error;
      return { kind: 'failed', reason: error.reason, message: error.message };
    },
  );
  parentPort.postMessage(await outcome);
  parentPort.close();
}
