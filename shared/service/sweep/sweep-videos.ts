import { UPLOAD_INCOMPLETE } from '../../domain/video.ts';
import { mediaKeys } from '../../stores/files/media-keys.ts';
import { type RunTime, type Swept, sweepEach } from './sweep-each.ts';
import type { SweeperStores } from './sweeper-stores.ts';

const LOOK_AGAIN_MS = 60 * 60_000;

/**
 * Videos that are neither processed nor failed in time. When the bytes have arrived, the notification was lost or its
 * ingest was given up, so it is sent again; otherwise the upload was abandoned.
 */
export async function sweepVideos(
  { videos, files, ingest, environment: { runtime } }: SweeperStores,
  time: RunTime,
): Promise<Swept> {
  return sweepEach(videos.due(runtime.now()), time, async ({ accountId, videoId }) => {
    const video = await videos.get(accountId, videoId);
    if (video === null) return;
    const key = mediaKeys.upload(video.accountId, video.videoId);
    // After this it is certain whether the upload is complete; aborting a complete one does nothing.
    if (video.status === 'uploading' && video.upload !== undefined) {
      await files.abortUpload(key, video.upload.uploadId);
    }
    if ((await files.size(key)) === null) {
      await videos.markFailed(video, UPLOAD_INCOMPLETE);
      return;
    }
    await ingest.send(key);
    await videos.postpone(video, runtime.now() + LOOK_AGAIN_MS);
  });
}
