import type { S3Event, SQSEvent } from 'aws-lambda';
import { processEnvironment } from '../../shared/stores/environment.ts';
import { parseUploadKey } from '../../shared/stores/media-keys.ts';
import { openVideos } from '../../shared/stores/videos.ts';

/** Fails the videos whose ingest was given up: its worker died or threw each time. */
export async function handler(event: SQSEvent): Promise<void> {
  const videos = openVideos(processEnvironment());
  for (const { body } of event.Records) {
    for (const { s3 } of (JSON.parse(body) as Partial<S3Event>).Records ?? []) {
      const owner = parseUploadKey(decodeURIComponent(s3.object.key.replaceAll('+', ' ')));
      const video = owner === null ? null : await videos.get(owner.accountId, owner.videoId);
      if (video === null) continue;
      await videos.markFailed(video, {
        code: 'INGEST_FAILED',
        message: 'The video could not be processed after several attempts.',
      });
    }
  }
}
