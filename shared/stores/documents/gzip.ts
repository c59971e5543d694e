import { pipeline, Readable } from 'node:stream';
import { promisify } from 'node:util';
import { createGunzip, createGzip, gunzip, type ZlibOptions } from 'node:zlib';
import { CHUNK_BYTES, rechunk } from '../../kernel/bytes/chunks.ts';

const KIB = 1024;

const decompressInto = promisify<Uint8Array, ZlibOptions, Buffer>(gunzip);

/** With room for most texts at once: many small buffers cost more than the decompression itself. */
export const decompress = (bytes: Uint8Array): Promise<Buffer> =>
  decompressInto(bytes, { chunkSize: Math.min(Math.max(8 * bytes.length, 16 * KIB), KIB * KIB) });

/** Compresses text piece by piece: only the outcome is held. `size` is that of the text in bytes. */
export async function compressText(
  text: Iterable<string>,
): Promise<{ readonly bytes: Buffer; readonly size: number }> {
  let size = 0;
  const gzip = createGzip({ chunkSize: CHUNK_BYTES });
  const counted = async function* () {
    for await (const piece of rechunk(text)) {
      size += piece.length;
      yield piece;
    }
  };
  // Where this fails, so does reading from `gzip`.
  pipeline(Readable.from(counted()), gzip, () => {});
  const compressed: Buffer[] = [];
  for await (const piece of gzip) compressed.push(piece as Buffer);
  return { bytes: Buffer.concat(compressed), size };
}

/** Decompresses piece by piece, beginning when it is first read from. */
export async function* decompressStream(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  yield* pipeline(Readable.from(pieces), createGunzip({ chunkSize: CHUNK_BYTES }), () => {});
}
