import type { ByteSource } from '../../shared/media/byte-source.ts';
import type { DecodedFrame } from '../../shared/media/frame-decoder.ts';
import { fitWithin } from '../../shared/media/pictures/resize.ts';
import { thumbnail } from '../../shared/media/pictures/thumbnail.ts';
import type { VideoProbe } from '../../shared/media/probe.ts';
import { ReadingDeadline } from '../../shared/media/reading-deadline.ts';
import { siblingModule } from '../../shared/media/sibling-module.ts';
import { withSource } from '../../shared/media/source-thread.ts';
import type { PictureTask } from './representative-picture.ts';

const MAX_SIDE = 640;

/**
 * JPEG of a picture that can be decoded. It is looked for in a thread of its own and within the probe's time: pictures
 * none of which is what the container says can make that a search through the whole file.
 *
 * @throws MediaError `timeout`; others as `decodeFrames`, and what `source` throws
 */
export async function makeThumbnail(
  source: ByteSource,
  probe: VideoProbe,
  mostMs?: number,
): Promise<Uint8Array> {
  const size = fitWithin(probe, { width: MAX_SIDE, height: MAX_SIDE });
  const task: PictureTask = { frames: probe.frames, ...size };
  using deadline = new ReadingDeadline(source.size, mostMs);
  const module = siblingModule(import.meta.url, 'picture-worker');
  const picture = await withSource<PictureTask, DecodedFrame>(module, source, task, deadline.expired);
  return thumbnail(picture);
}
