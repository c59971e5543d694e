import { pipeline, Readable } from 'node:stream';
import { promisify } from 'node:util';
import { createGunzip, createGzip, gunzip, gunzipSync, gzipSync, type ZlibOptions } from 'node:zlib';
import { CHUNK_BYTES, rechunk } from '../../kernel/bytes/chunks.ts';

const KIB = 1024;

const decompressInto = promisify<Uint8Array, ZlibOptions, Buffer>(gunzip);

/** So few compressed bytes are decompressed sooner than another thread is asked to. */
const AT_ONCE_BYTES = 4 * KIB;

/** zlib's least. */
const LEAST_CHUNK = 64;

/**
 * The output buffer holds most texts at once: many small buffers, or a large one for a short text, cost more than the decompression
 * itself.
 * @param size of the text in bytes
 */
export async function decompress(bytes: Uint8Array, size: number): Promise<Buffer> {
  // A buffer that is just filled would not show that this was all.
  const options = { chunkSize: Math.min(Math.max(size + 1, LEAST_CHUNK), KIB * KIB) };
  return bytes.length <= AT_ONCE_BYTES ? gunzipSync(bytes, options) : decompressInto(bytes, options);
}

/** Compresses text chunk by chunk, so that only the compressed bytes are held. `size` is that of the text in bytes. */
export async function compressText(
  text: Iterable<string>,
): Promise<{ readonly bytes: Buffer; readonly size: number }> {
  const chunks = rechunk(text);
  const first = (await chunks.next()).value ?? Buffer.alloc(0);
  let { length: size } = first;
  // The last chunk alone is shorter.
  if (size < CHUNK_BYTES) return { bytes: gzipSync(first), size };
  const gzip = createGzip({ chunkSize: CHUNK_BYTES });
  const counted = async function* () {
    yield first;
    for await (const chunk of chunks) {
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
