import type { ByteSource } from '../../shared/media/byte-source.ts';
import { decodeFrames } from '../../shared/media/frame-decoder.ts';
import { decodeStart, frameAt } from '../../shared/media/frame-index.ts';
import { DecodeError } from '../../shared/media/media-error.ts';
import { fitWithin } from '../../shared/media/pictures/resize.ts';
import { thumbnail } from '../../shared/media/pictures/thumbnail.ts';
import type { VideoProbe } from '../../shared/media/probe.ts';

const MAX_SIDE = 640;
/** Videos often fade in from black. */
const SECONDS_IN = 1;
/** Frames, spread over the video, of which the first sound one is taken where the chosen one is damaged. */
const OTHERS = 16;

/** The first of the frames that can be decoded, as JPEG. */
async function firstPicture(source: ByteSource, probe: VideoProbe, frames: number[]): Promise<Uint8Array> {
  const size = fitWithin(probe, { width: MAX_SIDE, height: MAX_SIDE });
  for await (const { width, height, data } of decodeFrames(source, probe.frames, frames, {
    ...size,
    format: 'rgb24',
  })) {
    return thumbnail({ width, height, data });
  }
  throw new DecodeError('corrupt-data', 'No picture could be decoded.');
}

/** JPEG of an early key frame; of another frame where that one is damaged. */
export async function makeThumbnail(source: ByteSource, probe: VideoProbe): Promise<Uint8Array> {
  const { times } = probe.frames;
  const wanted = (times[0] ?? 0) + Math.min(SECONDS_IN, probe.duration / 2);
  const frame = decodeStart(probe.frames, frameAt(probe.frames, wanted));
  try {
    return await firstPicture(source, probe, [frame]);
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    const step = Math.ceil(times.length / OTHERS);
    const others = [...times.keys()].filter((other) => other % step === 0 && other !== frame);
    if (others.length === 0) throw error;
    return firstPicture(source, probe, others);
  }
}
