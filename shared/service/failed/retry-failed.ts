import { uuidv7 } from '../../domain/ids.ts';
import type { Job } from '../../domain/job/job.ts';
import type { Video } from '../../domain/video.ts';
import { mediaKeys } from '../../stores/files/media-keys.ts';
import { beginJob } from '../jobs/begin-job.ts';
import { planJob, readFrameIndex } from '../jobs/plan-job.ts';
import type { OperatorStores } from '../operator-stores.ts';
import { isRetriable } from './is-retriable.ts';

type RetryStores = Pick<
  OperatorStores,
  'videos' | 'jobs' | 'quota' | 'files' | 'ingest' | 'queue' | 'environment'
>;

export type RetryOutcome =
  /** The file is ingested once more. */
  | 'video'
  /** A job like the failed one has begun. */
  | 'job'
  | 'unknown-video'
  | 'not-failed'
  /** The reason lies in the file: the same would come of it. */
  | 'file-fault'
  | 'file-gone'
  /** It was retried, replaced or deleted while this looked. */
  | 'changed';

/**
 * Gives a video, or else its last detection job, another attempt after it failed for a reason that is not in the file. What
 * decides is one conditional write, so that repeats, deletions and new jobs at the same moment do no harm.
 */
export async function retryFailed(stores: RetryStores, videoId: string): Promise<RetryOutcome> {
  const { videos, jobs } = stores;
  const accountId = await videos.ownerOf(videoId);
  const video = accountId === null ? null : await videos.get(accountId, videoId);
  if (video === null) return 'unknown-video';
  if (video.status === 'failed') return retryVideo(stores, video);
  const job = await jobs.get(videoId);
  return video.status === 'processed' && job?.state === 'failed'
    ? retryJob(stores, video, job)
    : 'not-failed';
}

async function retryVideo({ videos, files, ingest }: RetryStores, video: Video): Promise<RetryOutcome> {
  const { accountId, videoId, failure } = video;
  if (failure === null || !isRetriable(failure)) return 'file-fault';
  const key = mediaKeys.upload(accountId, videoId);
  if ((await files.size(key)) === null) return 'file-gone';
  if (!(await videos.retry(video))) return 'changed';
  // Where this breaks off, the sweeper sends the message.
  await ingest.send(key);
  return 'video';
}

/** Begins a job of a new id, so that late messages of the failed one mean nothing. */
async function retryJob(stores: RetryStores, video: Video, failed: Job): Promise<RetryOutcome> {
  if (failed.failure === null || !isRetriable(failed.failure)) return 'file-fault';
  const { files, quota, environment } = stores;
  const { jobId, options, model, fallback, clipModel } = failed;
  const job = planJob(video, await readFrameIndex(files, video.videoId), options, {
    jobId: uuidv7(environment.runtime),
    now: environment.runtime.now(),
    model,
    fallback,
    ...(clipModel !== undefined && { clipModel }),
  });
  if (!(await beginJob(stores, job, { insteadOf: jobId }))) return 'changed';
  // It counts like any other job, but is not refused: its account had a slot for it before.
  await quota.admit(job);
  return 'job';
}

/** What became of a video; after an `error` it can be retried again. */
export type Retried =
  | { videoId: string; outcome: RetryOutcome }
  | { videoId: string; outcome: 'error'; error: string };

/** Gives each video another attempt (`retryFailed`). An error does not end the round: the others get their attempt, and all are reported. */
export async function retryEach(stores: OperatorStores, videoIds: readonly string[]): Promise<Retried[]> {
  const retried: Retried[] = [];
  for (const videoId of videoIds) {
    try {
      retried.push({ videoId, outcome: await retryFailed(stores, videoId) });
    } catch (error) {
      retried.push({
        videoId,
        outcome: 'error',
        error: error instanceof Error ? error.message : String(error),
      });
    }
  }
  return retried;
}
