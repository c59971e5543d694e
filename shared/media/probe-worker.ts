import { parentPort, workerData } from 'node:worker_threads';
import type { ByteSource } from './byte-source.ts';
import { MediaError, type MediaErrorReason } from './media-error.ts';
import type { ProbeLimits, VideoProbe } from './probe.ts';
import { analyseVideo } from './video-analysis.ts';

/** Given to the thread at its start. */
export interface ProbeTask {
  readonly size: number;
  readonly limits: ProbeLimits;
}

/** From the thread to its owner. A read is answered with a {@link ReadReply}; the other two end the work. */
export type ProbeMessage =
  | { readonly kind: 'read'; readonly id: number; readonly start: number; readonly end: number }
  | { readonly kind: 'done'; readonly probe: VideoProbe }
  | { readonly kind: 'failed'; readonly reason: MediaErrorReason; readonly message: string };

/** The bytes asked for. A read that fails is not answered: the owner ends the thread. */
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
      port.postMessage({ kind: 'read', id, start, end } satisfies ProbeMessage);
      return bytes;
    },
  };
}

async function run(port: NonNullable<typeof parentPort>, { size, limits }: ProbeTask): Promise<ProbeMessage> {
  try {
    return { kind: 'done', probe: await analyseVideo(remoteSource(port, size), limits) };
  } catch (error) {
    if (!(error instanceof MediaError)) throw error;
    return { kind: 'failed', reason: error.reason, message: error.message };
  }
}

if (parentPort) {
  parentPort.postMessage(await run(parentPort, workerData));
  parentPort.close();
}
