import type { Video } from '../../domain/video.ts';
import { accountHandles } from '../keys/account-handles.ts';
import type { OperatorStores } from '../operator-stores.ts';
import { isRetriable } from './is-retriable.ts';

/** A video that could not be ingested, or whose last detection job failed. */
interface FailedWork {
  kind: 'video' | 'job';
  /** Handle of the account. */
  account: string;
  videoId: string;
  code: string;
  message: string;
  /** When it failed; of a job that is older than this note, when it was created. */
  failedAt: string;
  /** Whether `retryFailed` takes it. */
  retriable: boolean;
}

const NO_REASON = { code: 'UNKNOWN', message: 'No reason is known.' };

/**
 * What failed, of one account or of all, latest first. Reads all videos and jobs.
 * @returns null when there is no account of that handle
 */
export async function listFailed(
  { videos, jobs, accounts }: Pick<OperatorStores, 'videos' | 'jobs' | 'accounts'>,
  handle?: string,
): Promise<FailedWork[] | null> {
  const handles = await accountHandles({ accounts }, handle);
  if (handles === null) return null;
  const [only] = handle === undefined ? [] : handles.keys();
  const found: FailedWork[] = [];
  const add = (
    kind: FailedWork['kind'],
    { accountId, videoId, failure }: Pick<Video, 'accountId' | 'videoId' | 'failure'>,
    failedAt: string,
  ): void => {
    const { code, message } = failure ?? NO_REASON;
    const account = handles.get(accountId) ?? accountId;
    found.push({ kind, account, videoId, code, message, failedAt, retriable: isRetriable({ code }) });
  };
  for await (const video of videos.failed(only)) add('video', video, video.updatedAt);
  for await (const job of jobs.failed(only)) add('job', job, job.endedAt ?? job.createdAt);
  return found.sort((a, b) => (a.failedAt > b.failedAt ? -1 : 1));
}
