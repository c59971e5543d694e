import type { S3Event, SQSEvent } from 'aws-lambda';
import { promisedJob, promisesJob } from '../../shared/domain/job/promised-job.ts';
import { type Environment, processEnvironment } from '../../shared/kernel/runtime/environment.ts';
import { configuredDetector } from '../../shared/service/jobs/configured-model.ts';
import { NOT_STARTED } from '../../shared/service/jobs/not-started.ts';
import { parseUploadKey } from '../../shared/stores/files/media-keys.ts';
import { openJobs } from '../../shared/stores/jobs/jobs.ts';
import { openPurger } from '../../shared/stores/videos/purger.ts';
import { openVideos } from '../../shared/stores/videos/videos.ts';

/** Fails a video whose ingest was given up; one that was processed by then, the job that it promises. */
async function giveUp(environment: Environment, accountId: string, videoId: string): Promise<void> {
  const videos = openVideos(environment);
  const video = await videos.get(accountId, videoId);
  if (video === null) return;
  const failed = await videos.markFailed(video, {
    code: 'INGEST_FAILED',
    message: 'The video could not be processed after several attempts.',
  });
  if (failed || !promisesJob(video)) return;
  const job = promisedJob(video, configuredDetector(environment), environment.runtime.now());
  await openJobs(environment).claim({ ...job, state: 'failed', failure: NOT_STARTED }, { onlyFirst: true });
  await openPurger(environment).purgeIfDeleted(accountId, videoId);
}

/** Ends what hangs on uploads whose ingest was given up: its worker died or threw each time. */
export async function handler(event: SQSEvent): Promise<void> {
  const environment = processEnvironment();
  for (const { body } of event.Records) {
    for (const { s3 } of (JSON.parse(body) as Partial<S3Event>).Records ?? []) {
      const owner = parseUploadKey(decodeURIComponent(s3.object.key.replaceAll('+', ' ')));
      if (owner !== null) await giveUp(environment, owner.accountId, owner.videoId);
    }
  }
}
