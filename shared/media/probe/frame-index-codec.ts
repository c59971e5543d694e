import { gunzipSync, gzipSync } from 'node:zlib';
import {
  readFrameIndex,
  withMagic,
  withoutMagic,
  writeFrameIndex,
} from '../../contract/frame-index-format.ts';
import type { FrameIndex } from './frame-index.ts';

/** Two million frames at the worst-case nine bytes each, twice. */
const MAX_DECODED_BYTES = 64 * 2 ** 20;

/** The stored form of a frame index. */
export const encodeFrameIndex = (index: FrameIndex): Uint8Array<ArrayBuffer> =>
  withMagic(gzipSync(writeFrameIndex(index)));

/**
 * The inverse of {@link encodeFrameIndex}.
 * @throws RangeError for anything else, other versions included
 */
export const decodeFrameIndex = (encoded: Uint8Array): FrameIndex =>
  readFrameIndex(inflate(withoutMagic(encoded)));

function inflate(body: Uint8Array): Uint8Array {
  try {
    return gunzipSync(body, { maxOutputLength: MAX_DECODED_BYTES });
  } catch (cause) {
    throw new RangeError('damaged frame index', { cause });
  }
}
