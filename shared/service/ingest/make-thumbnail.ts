import type { ByteSource } from '../../kernel/bytes/byte-source.ts';
import { siblingModule } from '../../kernel/runtime/sibling-module.ts';
import { fitWithin } from '../../media/pictures/resize.ts';
import { thumbnail } from '../../media/pictures/thumbnail.ts';
import type { VideoProbe } from '../../media/probe/video-probe.ts';
import { ReadingDeadline } from '../../media/reading/reading-deadline.ts';
import { withSource } from '../../media/reading/source-thread.ts';
import type { PictureFound, PictureTask } from './representative-picture.ts';

const MAX_SIDE = 640;

/**
 * A JPEG of a picture that can be decoded, and how many at the start of the video never can be. The picture is searched
 * for in a thread of its own and within the probe's time: in a damaged file the search may go through all pictures.
 *
 * @throws MediaError `timeout`; others as `decodeFrames`, and what `source` throws
 */
export async function makeThumbnail(
  source: ByteSource,
  probe: VideoProbe,
  mostMs?: number,
): Promise<{ jpeg: Uint8Array; leading: number }> {
  const size = fitWithin(probe, { width: MAX_SIDE, height: MAX_SIDE });
  const task: PictureTask = { frames: probe.frames, beforeKey: probe.beforeKey, ...size };
  using deadline = new ReadingDeadline(source.size, mostMs);
  const module = siblingModule(import.meta.url, 'picture-worker');
  const found = await withSource<PictureTask, PictureFound>(module, source, task, deadline.expired);
  return { jpeg: await thumbnail(found.picture), leading: found.leading };
}
