import { MediaError } from '../headers/media-error.ts';

/** Bounds checked before a parser expands a table of samples: a few bytes can announce four billion. */
export interface SampleBounds {
  readonly maxFrames: number;
  /** Bytes. */
  readonly fileSize: number;
}

/** @throws MediaError `too-many-frames`, or `malformed` if the file has less than a byte for each of `samples` */
export function requireSamples(samples: number, { maxFrames, fileSize }: SampleBounds): void {
  if (samples > maxFrames) {
    throw new MediaError('too-many-frames', `The video has more than ${maxFrames} frames.`);
  }
  if (samples > fileSize) {
    throw new MediaError('malformed', `The file of ${fileSize} bytes announces ${samples} frames.`);
  }
}

/** @throws MediaError `malformed` if `entries` of `entryLength` bytes do not fit into the `room` of their box */
export function requireRoom(type: string, entries: number, entryLength: number, room: number): void {
  if (entries * entryLength > room) {
    throw new MediaError(
      'malformed',
      `The ${type} table announces ${entries} entries, which do not fit into it.`,
    );
  }
}
