import { pipeline, Readable } from 'node:stream';
import { promisify } from 'node:util';
import { createGunzip, gunzip, gunzipSync, gzip, gzipSync, type ZlibOptions } from 'node:zlib';
import { CHUNK_BYTES } from '../../kernel/bytes/chunks.ts';

const KIB = 1024;

const compressInto = promisify<Uint8Array, Buffer>(gzip);
const decompressInto = promisify<Uint8Array, ZlibOptions, Buffer>(gunzip);

/** So few bytes are compressed or decompressed sooner than another thread is asked to. */
const AT_ONCE_BYTES = 4 * KIB;

/** zlib's least. */
const LEAST_CHUNK = 64;

export const compress = async (text: Uint8Array): Promise<Buffer> =>
  text.length <= AT_ONCE_BYTES ? gzipSync(text) : compressInto(text);

/**
 * Decompresses one text, or several that were compressed apart and follow each other (RFC 1952, 2.2).
 *
 * The output buffer holds most texts at once: many small buffers, or a large one for a short text, cost more than the decompression
 * itself.
 * @param size of the text in bytes
 */
export async function decompress(bytes: Uint8Array, size: number): Promise<Buffer> {
  // A buffer that is just filled would not show that this was all.
  const options = { chunkSize: Math.min(Math.max(size + 1, LEAST_CHUNK), KIB * KIB) };
  return bytes.length <= AT_ONCE_BYTES ? gunzipSync(bytes, options) : decompressInto(bytes, options);
}

/** Decompresses chunk by chunk, beginning with the first read. */
export async function* decompressStream(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  yield* pipeline(Readable.from(chunks), createGunzip({ chunkSize: CHUNK_BYTES }), () => {});
}
