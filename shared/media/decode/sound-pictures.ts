import { AV_FRAME_FLAG_CORRUPT, AV_FRAME_FLAG_KEY } from 'node-av/constants';
import type { Frame } from 'node-av/lib';

/**
 * Tells pictures from what a decoder makes up where data is damaged: grey, or what it guesses from other pictures.
 * Takes them in the order in which they come out. Where a key frame, or the first picture, is made up, so are those that
 * follow, up to the next key frame.
 */
export class SoundPictures {
  #isBeginning = true;
  #isLost = false;

  isSound({ flags, decodeErrorFlags }: Pick<Frame, 'flags' | 'decodeErrorFlags'>): boolean {
    const isMadeUp = decodeErrorFlags !== 0 || (flags & AV_FRAME_FLAG_CORRUPT) !== 0;
    if (this.#isBeginning || (flags & AV_FRAME_FLAG_KEY) !== 0) this.#isLost = isMadeUp;
    this.#isBeginning = false;
    return !isMadeUp && !this.#isLost;
  }

  /** Decoding begins anew. */
  begin(): void {
    this.#isBeginning = true;
  }
}
