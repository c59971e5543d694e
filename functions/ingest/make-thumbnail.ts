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

async function pictureOf(source: ByteSource, probe: VideoProbe, frame: number): Promise<Uint8Array> {
  const size = fitWithin(probe, { width: MAX_SIDE, height: MAX_SIDE });
  for await (const { width, height, data } of decodeFrames(source, probe.frames, [frame], {
    ...size,
    format: 'rgb24',
  })) {
    return thumbnail({ width, height, data });
  }
  throw new DecodeError('corrupt-data', 'No picture could be decoded.');
}

/** JPEG of an early key frame; of the very first frame where that one is damaged. */
export async function makeThumbnail(source: ByteSource, probe: VideoProbe): Promise<Uint8Array> {
  const { times } = probe.frames;
  const wanted = (times[0] ?? 0) + Math.min(SECONDS_IN, probe.duration / 2);
  const frame = decodeStart(probe.frames, frameAt(probe.frames, wanted));
  try {
    return await pictureOf(source, probe, frame);
  } catch (error) {
    if (!(error instanceof DecodeError) || frame === 0) throw error;
    return pictureOf(source, probe, 0);
  }
}
