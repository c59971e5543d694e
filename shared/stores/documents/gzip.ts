import { pipeline, Readable } from 'node:stream';
import { promisify } from 'node:util';
import { createGunzip, createGzip, gunzip, type ZlibOptions } from 'node:zlib';
import { CHUNK_BYTES, rechunk } from '../../kernel/bytes/chunks.ts';

const KIB = 1024;

const decompressInto = promisify<Uint8Array, ZlibOptions, Buffer>(gunzip);

/** The output buffer holds most texts at once: many small buffers cost more than the decompression itself. */
export const decompress = (bytes: Uint8Array): Promise<Buffer> =>
  decompressInto(bytes, { chunkSize: Math.min(Math.max(8 * bytes.length, 16 * KIB), KIB * KIB) });

/** Compresses text chunk by chunk, so that only the compressed bytes are held. `size` is that of the text in bytes. */
export async function compressText(
  text: Iterable<string>,
): Promise<{ readonly bytes: Buffer; readonly size: number }> {
  let size = 0;
  const gzip = createGzip({ chunkSize: CHUNK_BYTES });
  const counted = async function* () {
    for await (const chunk of rechunk(text)) {
      size += chunk.length;
      yield chunk;
    }
  };
  // An error also ends the loop below, which throws it.
  pipeline(Readable.from(counted()), gzip, () => {});
  const compressed: Buffer[] = [];
  for await (const chunk of gzip) compressed.push(chunk as Buffer);
  return { bytes: Buffer.concat(compressed), size };
}

/** Decompresses chunk by chunk, beginning with the first read. */
export async function* decompressStream(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  yield* pipeline(Readable.from(chunks), createGunzip({ chunkSize: CHUNK_BYTES }), () => {});
}
