import type { Readable } from 'node:stream';
import { type DecoderFailure, FAILED, FINISHED } from './decoder-protocol.ts';

/** One picture as it came out of the decoder. */
export interface Picture {
  readonly frame: number;
  readonly data: Uint8Array<ArrayBuffer>;
}

interface DecoderEvents {
  /** Called when bytes arrive. */
  onProgress(): void;
  /** Called when the decoder announces a failure; returns the error to throw. */
  onFailure(failure: DecoderFailure): Promise<Error>;
  /** Called when the output ends without a mark; returns the error to throw. */
  onEarlyEnd(): Promise<Error>;
}

/**
 * Splits the decoder's output into pictures (decoder-protocol.ts). Every picture gets a buffer of its own.
 *
 * @param size bytes of a picture
 */
export async function* readPictures(
  stdout: Readable,
  size: number,
  { onProgress, onFailure, onEarlyEnd }: DecoderEvents,
): AsyncGenerator<Picture, void, undefined> {
  const chunks: AsyncIterator<Buffer> = stdout[Symbol.asyncIterator]();
  let rest: Uint8Array = new Uint8Array(0);

  /** The next `length` bytes. */
  async function take(length: number): Promise<Uint8Array<ArrayBuffer>> {
    const target = new Uint8Array(length);
    for (let filled = 0; filled < length; ) {
      if (rest.length === 0) {
        const next = await chunks.next();
        if (next.done) throw await onEarlyEnd();
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

  const takeInteger = async (): Promise<DataView> => new DataView((await take(4)).buffer);
  for (;;) {
    const frame = (await takeInteger()).getInt32(0, true);
    if (frame === FINISHED) return;
    if (frame === FAILED) {
      const json = await take((await takeInteger()).getUint32(0, true));
      throw await onFailure(JSON.parse(Buffer.from(json).toString()));
    }
    yield { frame, data: await take(size) };
  }
}
