import type { VideoDetails } from '../../domain/document/document.ts';
import type { Video } from '../../domain/video.ts';
import type { ByteSource } from '../../kernel/bytes/byte-source.ts';
import { MediaError, type MediaErrorReason } from '../../media/media-error.ts';
import { encodeFrameIndex } from '../../media/probe/frame-index-codec.ts';
import { probeVideo } from '../../media/probe/probe-video.ts';
import type { VideoProbe } from '../../media/probe/video-probe.ts';
import { commitVersion } from '../../stores/documents/commit-version.ts';
import { mediaKeys } from '../../stores/files/media-keys.ts';
import { autoProcess } from './auto-process.ts';
import { firstVersion } from './first-version.ts';
import type { IngestStores } from './ingest-stores.ts';
import { makeThumbnail } from './make-thumbnail.ts';

/**
 * Turns an uploaded object into a processed video, or a failed one with its reason. Every step can be repeated:
 * what it writes has a name of its own and the same content each time.
 */
export async function ingestUpload(
  stores: IngestStores,
  key: string,
  { accountId, videoId }: { accountId: string; videoId: string },
): Promise<void> {
  const { videos, files, purger } = stores;
  if (await purger.purgeIfDeleted(accountId, videoId)) return;
  const video = await videos.get(accountId, videoId);
  if (video === null) return files.delete(key);
  if (video.status === 'failed') return;
  const source = await files.open(key);
  if (source === null) return;

  if (video.status !== 'processed') {
    await videos.beginProcessing(video);
    const failure = await process(stores, video, source);
    if (failure !== null) await videos.markFailed(video, failure);
  }
  if (video.autoProcess) await autoProcess(stores, accountId, videoId);
  await purger.purgeIfDeleted(accountId, videoId);
}

/** What a form is refused for, a direct upload fails with: its bytes are looked at for the first time here. */
const failureCode = (reason: MediaErrorReason): string =>
  unsupported.has(reason) ? 'UNSUPPORTED_FORMAT' : reason.toUpperCase().replaceAll('-', '_');

const unsupported = new Set<MediaErrorReason>(['not-a-video', 'no-video-track', 'unsupported-codec']);

/** Probes and stores what was found; the reason when the file is unusable. */
async function process(
  stores: IngestStores,
  video: Video,
  source: ByteSource,
): Promise<{ code: string; message: string } | null> {
  try {
    const probe = await probeVideo(source);
    const thumbnail = await makeThumbnail(source, probe);
    await store(stores, video, source, probe, thumbnail);
    return null;
  } catch (error) {
    if (!(error instanceof MediaError)) throw error;
    return { code: failureCode(error.reason), message: error.message };
  }
}

async function store(
  stores: IngestStores,
  video: Video,
  source: ByteSource,
  probe: VideoProbe,
  thumbnail: Uint8Array,
): Promise<void> {
  const { videos, files, usage } = stores;
  const { accountId, videoId } = video;
  const { width, height, fps, duration, container, frames } = probe;
  const details: VideoDetails = { totalFrames: frames.times.length, fps, width, height };
  await Promise.all([
    files.put(mediaKeys.frameIndex(videoId), encodeFrameIndex(frames), 'application/octet-stream'),
    files.put(mediaKeys.thumbnail(videoId), thumbnail, 'image/jpeg'),
  ]);
  const version = await commitVersion(stores, {
    videoId,
    start: null,
    // One write a video: a repeated ingest finds its own version 1 instead of making another.
    writeId: `ingest-${videoId}`,
    reserve: (bytes) => usage.addBytes(accountId, bytes),
    change: async (current) => {
      if (current !== null) throw new Error(`Video ${videoId} has a version before it is processed`);
      return firstVersion(container, source, details);
    },
  });
  await videos.markProcessed(video, {
    width,
    height,
    fps,
    duration,
    container,
    totalFrames: details.totalFrames,
    hasThumbnail: true,
    fileSize: source.size,
    documentBytes: version?.documentBytes ?? 0,
    ...(version?.restore && { restore: version.restore }),
  });
}
