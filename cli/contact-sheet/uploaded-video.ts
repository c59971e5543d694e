import type { MetadataDocument } from '../../client/answers.ts';
import type { Client } from '../../client/client.ts';
import { getVideo } from '../../shared/contract/routes/videos.ts';
import type { ByteSource } from '../../shared/kernel/bytes/byte-source.ts';
import { RecentlyUsed } from '../../shared/kernel/runtime/recently-used.ts';
import { leadingFrames, withoutLeading } from '../../shared/media/decode/leading-frames.ts';
import { probeVideo } from '../../shared/media/probe/probe-video.ts';
import type { VideoProbe } from '../../shared/media/probe/video-probe.ts';
import { videoNotReady } from '../failures.ts';
import { urlSource } from './url-source.ts';

export interface UploadedVideo {
  readonly source: ByteSource;
  /** Its frames are numbered as the service numbers them. */
  readonly probe: VideoProbe;
  /** The newest version. */
  readonly document: Pick<MetadataDocument, 'objects'>;
}

/**
 * Opens the file of a video where the service has it, to show pictures of it.
 * @throws CommandFailure `VIDEO_NOT_READY`; ApiFailure
 */
export async function openUploadedVideo(
  client: Client,
  id: string,
  signal: AbortSignal,
): Promise<UploadedVideo> {
  const { metadata, streamUrl, fileSize, status } = await client.call(getVideo, { params: { id }, signal });
  const { objects } = metadata;
  if (objects === undefined) throw videoNotReady(id, status);
  const source = urlSource(streamUrl, { size: fileSize, signal });
  const probe = probes.get(id) ?? (await probed(source, signal));
  probes.set(id, probe);
  return { source, probe, document: { objects } };
}

/** Those of the videos that were shown last, whose files never change: a WebM has to be read as a whole. */
const probes = new RecentlyUsed<VideoProbe>(4);

async function probed(source: ByteSource, signal: AbortSignal): Promise<VideoProbe> {
  const probe = await probeVideo(source);
  return withoutLeading(probe, await leadingFrames(source, probe, { signal }));
}
