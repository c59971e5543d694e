import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ConnectionFailure, connectionFailure } from '../failure.ts';

export interface DownloadOptions {
  /** Expected bytes; another length is an error. */
  size: number;
  onProgress?: (received: number, total: number) => void;
  signal?: AbortSignal;
  fetch?: typeof globalThis.fetch;
}

/**
 * Saves the file at a URL given out by the service. It gets its name only once it is complete.
 * @throws ConnectionFailure; the operating system's error when the file cannot be written; the reason of `signal`
 */
export async function downloadFile(url: string, file: string, options: DownloadOptions): Promise<void> {
  const { size, onProgress, signal, fetch = globalThis.fetch } = options;
  const draft = `${file}.part`;
  let received = 0;
  const meter = new Transform({
    transform(chunk: Uint8Array, _encoding, done) {
      received += chunk.byteLength;
      onProgress?.(received, size);
      done(null, chunk);
    },
  });
  const response = await fetch(url, { signal: signal ?? null }).catch((error: unknown) => {
    signal?.throwIfAborted();
    throw connectionFailure(url, error);
  });
  if (!response.ok || response.body === null) {
    throw new ConnectionFailure(`The download answered ${response.status}`);
  }
  try {
    await pipeline(Readable.fromWeb(response.body), meter, createWriteStream(draft), { signal });
    if (received !== size) throw new ConnectionFailure(`The download gave ${received} of ${size} bytes`);
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    signal?.throwIfAborted();
    // `fetch` throws a TypeError while reading; errors of the file system have their own types.
    throw error instanceof TypeError ? connectionFailure(url, error) : error;
  }
}
