import { ConnectionFailure, connectionFailure } from '../../client/failure.ts';
import { type RetryOptions, systemWait, withRetries } from '../../client/with-retries.ts';
import type { ByteSource } from '../../shared/kernel/bytes/byte-source.ts';

interface UrlSourceOptions {
  /** Bytes of the file. */
  readonly size: number;
  readonly signal: AbortSignal;
  readonly wait?: RetryOptions['wait'];
}

/**
 * The file at a URL given out by the service: each read is a request for that range. Reading rejects with ConnectionFailure, or the
 * reason of `signal`.
 */
export function urlSource(url: string, { size, signal, wait = systemWait }: UrlSourceOptions): ByteSource {
  const readOnce = async (start: number, end: number): Promise<Uint8Array> => {
    const headers = { Range: `bytes=${start}-${end - 1}` };
    try {
      const response = await fetch(url, { headers, signal });
      if (response.status !== 206) {
        await response.body?.cancel();
        const reason = response.status < 500 ? 'foreign' : 'broken';
        throw new ConnectionFailure(`A range of the video answered ${response.status}`, reason);
      }
      const bytes = new Uint8Array(await response.arrayBuffer());
      if (bytes.length === end - start) return bytes;
      throw new ConnectionFailure(`The video gave ${bytes.length} of ${end - start} bytes`);
    } catch (error) {
      signal.throwIfAborted();
      throw error instanceof ConnectionFailure ? error : connectionFailure(url, error);
    }
  };
  return { size, read: (start, end) => withRetries(() => readOnce(start, end), { signal, wait }) };
}
