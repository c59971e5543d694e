import { readFrameIndex, withoutMagic } from '../shared/contract/frame-index-format.ts';

/** When every frame of a video is shown. A frame is named by its rank in presentation order, from 0. */
export interface FrameTimes {
  /** Seconds at which frame i appears, ascending: exactly the media time that browsers report for a frame, to its microsecond. */
  readonly times: Float64Array;
  /** Seconds at which the last frame disappears. */
  readonly endTime: number;
}

/**
 * Reads the frame index of `GET /console/api/videos/{id}/frames`.
 * @param frameIndex base64
 * @throws RangeError for anything else, other versions included
 */
export async function decodeFrameTimes(frameIndex: string): Promise<FrameTimes> {
  const bytes = Uint8Array.from(atob(frameIndex), (character) => character.charCodeAt(0));
  const body = new Blob([withoutMagic(bytes)]).stream();
  const integers = new Response(body.pipeThrough(new DecompressionStream('gzip')));
  const { times, endTime } = readFrameIndex(new Uint8Array(await integers.arrayBuffer()));
  return { times, endTime };
}
