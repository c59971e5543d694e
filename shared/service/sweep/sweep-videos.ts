import { UPLOAD_INCOMPLETE } from '../../domain/video.ts';
import { mediaKeys } from '../../stores/files/media-keys.ts';
import type { SweeperStores } from './sweeper-stores.ts';

const LOOK_AGAIN_MS = 60 * 60_000;

/**
 * Videos that are neither processed nor failed in time. When the bytes have arrived, the notification was lost or its
 * ingest was given up, so it is sent again; otherwise the upload was abandoned.
 */
export async function sweepVideos({
  videos,
  files,
  ingest,
  environment: { runtime },
}: SweeperStores): Promise<void> {
  for await (const video of videos.due(runtime.now())) {
    const key = mediaKeys.upload(video.accountId, video.videoId);
    // After this it is certain whether the upload is complete; aborting a complete one does nothing.
    if (video.status === 'uploading' && video.upload !== undefined) {
      await files.abortUpload(key, video.upload.uploadId);
    }
    if ((await files.size(key)) === null) {
      await videos.markFailed(video, UPLOAD_INCOMPLETE);
      continue;
    }
    await ingest.send(key);
    await videos.postpone(video, runtime.now() + LOOK_AGAIN_MS);
  }
}
