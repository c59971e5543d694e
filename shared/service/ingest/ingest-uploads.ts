import type { VideoDetails } from '../../contract/schemas/metadata.ts';
import { isOtherFile } from '../../domain/direct-upload.ts';
import { uuidv7 } from '../../domain/ids.ts';
import { UPLOAD_MISMATCH, type Video } from '../../domain/video.ts';
import type { ByteSource } from '../../kernel/bytes/byte-source.ts';
import { following } from '../../kernel/logging/request-context.ts';
import type { Opened } from '../../kernel/runtime/store-factories.ts';
import { withoutLeading } from '../../media/decode/leading-frames.ts';
import { MediaError } from '../../media/headers/media-error.ts';
import { encodeFrameIndex } from '../../media/probe/frame-index-codec.ts';
import { probeVideo } from '../../media/probe/probe-video.ts';
import type { VideoProbe } from '../../media/probe/video-probe.ts';
import { commitVersion } from '../../stores/documents/commit-version.ts';
import { openDocumentWriter } from '../../stores/documents/documents.ts';
import { openVersionWriter } from '../../stores/documents/versions.ts';
import { openMediaFiles } from '../../stores/files/media-files.ts';
import { mediaKeys } from '../../stores/files/media-keys.ts';
import { openJobClaims } from '../../stores/jobs/jobs.ts';
import { openDetectionOutbox } from '../../stores/queues/detection-outbox.ts';
import { openJobQuota } from '../../stores/quotas/job-quota.ts';
import { openStorageUsage } from '../../stores/quotas/storage-quota.ts';
import { continuing } from '../../stores/tracing/continue-trace.ts';
import { openVideoWriter } from '../../stores/videos/videos.ts';
import { videoFailure } from '../failure.ts';
import { startPendingJob } from '../jobs/pending-job.ts';
import { isDeleted } from '../videos/find-video.ts';
import { firstVersion } from './first-version.ts';
import { forEachUpload } from './for-each-upload.ts';
import { makeThumbnail } from './make-thumbnail.ts';

export const INGEST_STORES = {
  videos: openVideoWriter,
  versions: openVersionWriter,
  documents: openDocumentWriter,
  usage: openStorageUsage,
  files: openMediaFiles,
  jobs: openJobClaims,
  queue: openDetectionOutbox,
  quota: openJobQuota,
};

type IngestStores = Opened<typeof INGEST_STORES>;

/** Ingests uploaded objects. Their notifications may come repeatedly; the state of each video decides. */
export async function ingestUploads(stores: IngestStores, keys: readonly string[]): Promise<void> {
  await forEachUpload(keys, async (key, owner) => {
    if (owner === null) return;
    try {
      await ingestUpload(stores, key, owner);
    } catch (error) {
      // A deletion takes away what the ingest reads and writes, which is no failure.
      if (!(await isDeleted(stores, owner.videoId))) throw error;
    }
  });
}

/**
 * Turns an uploaded object into a processed video, or a failed one with its reason. Every step can be repeated:
 * what it writes has a name of its own and the same content each time.
 */
async function ingestUpload(
  stores: IngestStores,
  key: string,
  { accountId, videoId }: { accountId: string; videoId: string },
): Promise<void> {
  const { videos, versions, environment } = stores;
  if (await isDeleted(stores, videoId)) return;
  const video = await videos.get(accountId, videoId);
  if (video === null) {
    // Its creation was interrupted. Buried, it is removed by the sweeper.
    await versions.putTombstone(videoId, accountId, uuidv7(environment.runtime));
    return;
  }
  if (video.status === 'failed') return;
  await following(video.requestId, () => continuing(video.trace, () => ingestVideo(stores, key, video)));
}

async function ingestVideo(stores: IngestStores, key: string, video: Video): Promise<void> {
  const { videos, files } = stores;
  const source = await files.open(key);
  if (source === null) return;

  if (video.status !== 'processed') {
    await videos.beginProcessing(video);
    const isOther =
      video.upload !== undefined && isOtherFile({ ...video.upload, fileSize: video.fileSize }, source);
    const failure = isOther ? UPLOAD_MISMATCH : await process(stores, video, source);
    if (failure !== null) await videos.markFailed(video, failure);
  }
  if (video.autoProcess) await startPendingJob(stores, video.accountId, video.videoId);
}

/** Probes and stores what was found; the reason when the file is unusable. */
async function process(
  stores: IngestStores,
  video: Video,
  source: ByteSource,
): Promise<{ code: string; message: string } | null> {
  try {
    const probe = await probeVideo(source);
    const { jpeg, leading } = await makeThumbnail(source, probe);
    await store(stores, video, source, { probe: withoutLeading(probe, leading), jpeg, leading });
    return null;
  } catch (error) {
    if (!(error instanceof MediaError)) throw error;
    return videoFailure(error);
  }
}

async function store(
  stores: IngestStores,
  video: Video,
  source: ByteSource,
  { probe, jpeg, leading }: { probe: VideoProbe; jpeg: Uint8Array; leading: number },
): Promise<void> {
  const { videos, files, usage } = stores;
  const { accountId, videoId } = video;
  const { width, height, fps, duration, container, frames } = probe;
  const [startTime = 0] = frames.times;
  const details: VideoDetails = { totalFrames: frames.times.length, fps, width, height };
  await Promise.all([
    files.put(mediaKeys.frameIndex(videoId), encodeFrameIndex(frames), 'application/octet-stream'),
    files.put(mediaKeys.thumbnail(videoId), jpeg, 'image/jpeg'),
  ]);
  const version = await commitVersion(stores, {
    accountId,
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
    ...(startTime !== 0 && { startTime }),
    undecodableFrames: leading + probe.undecodable.length,
    hasThumbnail: true,
    fileSize: source.size,
    documentBytes: version?.documentBytes ?? 0,
    ...(version?.labels && { labels: version.labels }),
    ...(version?.restore && { restore: version.restore }),
  });
}
