import { open } from 'node:fs/promises';
import type { ByteSource } from '../../kernel/bytes/byte-source.ts';

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
