import { hasPendingJob } from '../../domain/job/pending-job.ts';
import type { Opened } from '../../kernel/runtime/store-factories.ts';
import { openJobClaims } from '../../stores/jobs/jobs.ts';
import { openVideoWriter } from '../../stores/videos/videos.ts';
import { failPendingJob } from '../jobs/pending-job.ts';
import { forEachUpload } from './for-each-upload.ts';

export const GIVING_UP_STORES = { videos: openVideoWriter, jobs: openJobClaims };

type GivingUpStores = Opened<typeof GIVING_UP_STORES>;

/** Ends what depends on uploads whose ingest was given up: its worker died or threw each time. */
export async function giveUpUploads(stores: GivingUpStores, keys: readonly string[]): Promise<void> {
  await forEachUpload(keys, async (_, owner) => {
    if (owner !== null) await giveUp(stores, owner);
  });
}

/** Fails the video; one that was processed after all, the job that it promises. */
async function giveUp(
  stores: GivingUpStores,
  { accountId, videoId }: { accountId: string; videoId: string },
): Promise<void> {
  const { videos } = stores;
  const video = await videos.get(accountId, videoId);
  if (video === null) return;
  const failed = await videos.markFailed(video, {
    code: 'INGEST_FAILED',
    message: 'The video could not be processed after several attempts.',
  });
  if (!failed && hasPendingJob(video)) await failPendingJob(stores, video);
}
