import { createWriteStream } from 'node:fs';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ConnectionFailure, connectionFailure } from '../failure.ts';
import { replaceFile } from './replace-file.ts';

export interface DownloadOptions {
  /** Expected bytes; another length is an error. */
  size: number;
  onProgress?: ((received: number, total: number) => void) | undefined;
  signal?: AbortSignal | undefined;
  fetch?: typeof globalThis.fetch;
}

/**
 * Saves the file at a URL given out by the service. It takes the place of what was there only once it is complete (`replaceFile`).
 * @throws ConnectionFailure; the operating system's error when the file cannot be written; the reason of `signal`
 */
export async function downloadFile(url: string, file: string, options: DownloadOptions): Promise<void> {
  const { size, onProgress, signal, fetch = globalThis.fetch } = options;
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
  const { body } = response;
  try {
    await replaceFile(file, async (target) => {
      await pipeline(Readable.fromWeb(body), meter, createWriteStream(target), { signal });
      if (received !== size) throw new ConnectionFailure(`The download gave ${received} of ${size} bytes`);
    });
  } catch (error) {
    signal?.throwIfAborted();
    // `fetch` throws a TypeError while reading; errors of the file system have their own types.
    throw error instanceof TypeError ? connectionFailure(url, error) : error;
  }
}
