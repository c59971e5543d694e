import type { Readable } from 'node:stream';
import { type DecoderFailure, failed } from './decoder-protocol.ts';

/** One picture as it came out of the decoder. */
export interface Picture {
  readonly frame: number;
  readonly data: Uint8Array<ArrayBuffer>;
}

/**
 * Takes the decoder's output apart (decoder-protocol.ts). Every picture gets a buffer of its own.
 *
 * @param size bytes of a picture
 * @param onProgress called whenever bytes arrive
 * @param onFailure makes the error to throw when the decoder announces a failure
 */
export async function* readPictures(
  stdout: Readable,
  size: number,
  onProgress: () => void,
  onFailure: (failure: DecoderFailure) => Promise<Error>,
): AsyncGenerator<Picture, void, undefined> {
  const chunks: AsyncIterator<Buffer> = stdout[Symbol.asyncIterator]();
  let rest: Uint8Array = new Uint8Array(0);

  /** The next `length` bytes, or null when the output ends before them. */
  async function take(length: number): Promise<Uint8Array<ArrayBuffer> | null> {
    const target = new Uint8Array(length);
    for (let filled = 0; filled < length; ) {
      if (rest.length === 0) {
        const next = await chunks.next();
        if (next.done) return null;
        rest = next.value;
        onProgress();
      }
      const piece = rest.subarray(0, length - filled);
      target.set(piece, filled);
      filled += piece.length;
      rest = rest.subarray(piece.length);
    }
    return target;
  }

  for (;;) {
    const header = await take(4);
    if (!header) return;
    const frame = new DataView(header.buffer).getInt32(0, true);
    if (frame === failed) {
      const length = await take(4);
      const json = length && (await take(new DataView(length.buffer).getUint32(0, true)));
      if (json) throw await onFailure(JSON.parse(Buffer.from(json).toString()));
      return;
    }
    const data = await take(size);
    if (!data) return;
    yield { frame, data };
  }
}
