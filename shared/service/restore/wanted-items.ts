import type { RestoredTable } from '../../contract/restore.ts';
import { isTerminal as isOver, type Job } from '../../domain/job/job.ts';
import { newJob } from '../../domain/job/new-job.ts';
import { isTerminal, newTracking, type SurfaceTracking } from '../../domain/surface/surface-tracking.ts';
import type { Wanted } from '../../stores/restore/make-equal.ts';

type Item = Parameters<Wanted>[0];
type Found = NonNullable<Item>;

const asItWas: Wanted = (copied) => copied;

/** Whether an item is kept under the id of a video: others are about the work of the service itself. */
const isOfVideo = (item: Found): boolean => !String(item.videoId).startsWith('#');

/** What the service has noted of its way through the blobs is not true of those that are there now: it begins anew. */
const versions: Wanted = (copied) => (copied !== null && isOfVideo(copied) ? copied : null);

/** What has the sweeper look at an item. The moment has passed, so that its next run sends the messages. */
const sweepOf = ({ sweep, sweepAt }: Found) => ({ sweep, sweepAt });

/** The messages and the results of a job that ran are gone: it begins again, under its id. */
function begunAgain(item: Found): Found {
  const job = item as unknown as Job;
  const { jobId, requestId, model, fallback, clipModel, options, totalFrames, sampledFrames, boundaries } =
    job;
  const chosen = {
    jobId,
    model,
    fallback,
    ...(clipModel !== undefined && { clipModel }),
    ...(requestId !== undefined && { requestId }),
  };
  // DynamoDB has no empty sets.
  const {
    done: _,
    expected: __,
    ...fresh
  } = newJob(
    { videoId: job.videoId, accountId: job.accountId, revision: job.startVersion },
    { ...chosen, options, now: Date.parse(job.createdAt) },
    { totalFrames, sampledFrames, boundaries, seconds: job.segmentSeconds },
  );
  return { ...fresh, ...sweepOf(item) };
}

const jobs: Wanted = (copied, standing) => {
  // The sketch of the workers is of now.
  if (!isOfVideo((copied ?? standing) as Found)) return standing ?? copied;
  return copied === null || isOver(copied.state as Job['state']) ? copied : begunAgain(copied);
};

const surfaces: Wanted = (copied) => {
  if (copied === null) return null;
  const tracking = copied as unknown as SurfaceTracking;
  if (isTerminal(tracking.state)) return copied;
  const { forwards, backwards, state: _, trackedIn: __, failure: ___, ...known } = tracking;
  return newTracking(known, { forwards: forwards.planned, backwards: backwards.planned }) as unknown as Found;
};

/**
 * Tiers are those of now, as the accounts are (of then where the counts are lost), and so are the keys and their count. What videos take is counted again, at the
 * next upload: the tables may be from moments that lie a little apart.
 */
const usage: Wanted = (copied, standing) => {
  const { kind } = (copied ?? standing ?? {}) as { kind?: string };
  if (kind === 'keys') return standing;
  const { tier: _, ...counts } = copied ?? {};
  const { accountId } = (copied ?? standing) as Found;
  const { tier: known } = standing ?? copied ?? {};
  const tier = known === undefined ? {} : { tier: known };
  const isCounted = copied !== null && kind !== 'storage';
  return { ...(isCounted ? counts : { accountId, kind }), ...tier };
};

/** What is to be in each table after a restore. */
export const WANTED: Readonly<Record<RestoredTable, Wanted>> = {
  versions,
  plugins: asItWas,
  jobs,
  surfaces,
  usage,
  idempotency: asItWas,
  videos: asItWas,
};
