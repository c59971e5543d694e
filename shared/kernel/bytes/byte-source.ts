import { open } from 'node:fs/promises';

/** Random access to the bytes of one immutable file, wherever it lies. */
export interface ByteSource {
  /** Length of the file in bytes. */
  readonly size: number;
  /** The bytes from `start` (inclusive) to `end` (exclusive), 0 ≤ start < end ≤ size; all of them, or it rejects. */
  read(start: number, end: number): Promise<Uint8Array>;
}

/** A local file as a ByteSource. Close it (or `await using`) when done. */
export interface FileSource extends ByteSource, AsyncDisposable {
  close(): Promise<void>;
}

/** Opens the file at `path`. Rejects with the operating system's error when it cannot be opened. */
export async function fileSource(path: string): Promise<FileSource> {
  const file = await open(path, 'r');
  const { size } = await file.stat();
  const close = () => file.close();
  return {
    size,
    async read(start, end) {
      const bytes = new Uint8Array(end - start);
      for (let filled = 0; filled < bytes.length; ) {
        const { bytesRead } = await file.read(bytes, filled, bytes.length - filled, start + filled);
        if (bytesRead === 0) throw new RangeError(`file ended before byte ${end}`);
        filled += bytesRead;
      }
      return bytes;
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** Bytes already in memory as a ByteSource. */
export function bytesSource(bytes: Uint8Array): ByteSource {
  return { size: bytes.length, read: async (start, end) => bytes.subarray(start, end) };
}

/** The same bytes, remembering why a read failed, since a parser in between may disguise the failure as its own. */
export function observeFailure(source: ByteSource): ByteSource & { readonly failure: unknown } {
  const observed = {
    size: source.size,
    failure: undefined as unknown,
    async read(start: number, end: number): Promise<Uint8Array> {
      try {
        return await source.read(start, end);
      } catch (error) {
        observed.failure ??= error;
        throw error;
      }
    },
  };
  return observed;
}
