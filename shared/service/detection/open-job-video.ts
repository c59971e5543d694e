import type { Job } from '../../domain/job/job.ts';
import { mediaKeys } from '../../stores/files/media-keys.ts';
import { readFrameIndex } from '../jobs/plan-job.ts';
import { JobStopped } from './run-unit.ts';
import type { WorkerStores } from './worker-stores.ts';

/**
 * The video of a job or of a surface, ready to be decoded.
 * @throws JobStopped when it was deleted meanwhile
 */
export async function openJobVideo(
  { videos, files }: WorkerStores,
  { accountId, videoId }: Pick<Job, 'accountId' | 'videoId'>,
) {
  const video = await videos.get(accountId, videoId);
  if (video === null) throw new JobStopped();
  const source = await files.open(mediaKeys.upload(accountId, videoId));
  if (source === null) throw new Error(`Video ${videoId} has lost its upload`);
  return { video, source, index: await readFrameIndex(files, videoId) };
}
