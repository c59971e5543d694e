import { pipeline, type Readable, type Transform } from 'node:stream';
import { promisify } from 'node:util';
import {
  type BrotliOptions,
  brotliCompress,
  constants,
  createBrotliCompress,
  createGzip,
  gzip,
  type ZlibOptions,
} from 'node:zlib';
import { CHUNK_BYTES } from '../kernel/bytes/chunks.ts';
import type { ContentCoding } from './accepted-coding.ts';

/**
 * By measurement (`npm run bench -- large`): of 48 MB of tracks this makes 9.1 MB, level 5 9.0 MB in twice the time. Windows larger
 * than these 64 KiB take longer and make more of numbers, and a tenth less of prose.
 */
const BROTLI: BrotliOptions = {
  chunkSize: CHUNK_BYTES,
  params: {
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_QUALITY]: 4,
    [constants.BROTLI_PARAM_LGWIN]: 16,
  },
};

/** As much time as for Brotli; the default level takes twice as long for a tenth less. */
const GZIP: ZlibOptions = { chunkSize: CHUNK_BYTES, level: 4 };

const atOnce = {
  br: promisify<Uint8Array, BrotliOptions, Buffer>(brotliCompress),
  gzip: promisify<Uint8Array, ZlibOptions, Buffer>(gzip),
};

export const compressed = (text: string, coding: ContentCoding): Promise<Buffer> =>
  coding === 'br' ? atOnce.br(Buffer.from(text), BROTLI) : atOnce.gzip(Buffer.from(text), GZIP);

/**
 * A body compressed while it is read, and so fast that none of it need be flushed before its end. It breaks off where the body
 * does, and the body ends where its reader goes.
 */
export function compressedStream(body: Readable, coding: ContentCoding): Readable {
  const coder: Transform = coding === 'br' ? createBrotliCompress(BROTLI) : createGzip(GZIP);
  // The reader of the compressed bytes learns of an error.
  return pipeline(body, coder, () => undefined);
}
