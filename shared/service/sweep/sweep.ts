import { SWEEPER_SECONDS } from '../../contract/sweeper.ts';
import { logger } from '../../kernel/logging/logging.ts';
import { sweepBlobs } from './sweep-blobs.ts';
import { type RunTime, type Swept, timeFrom } from './sweep-each.ts';
import { sweepJobs } from './sweep-jobs.ts';
import { sweepMultiparts } from './sweep-multiparts.ts';
import { sweepOutbox } from './sweep-outbox.ts';
import { sweepSurfaces } from './sweep-surfaces.ts';
import { sweepTombstones } from './sweep-tombstones.ts';
import { sweepVideos } from './sweep-videos.ts';
import type { SweeperStores } from './sweeper-stores.ts';

type Duty = (stores: SweeperStores, time: RunTime) => Promise<Swept>;

const DUTIES: Readonly<Record<string, Duty>> = {
  outbox: sweepOutbox,
  tombstones: sweepTombstones,
  videos: sweepVideos,
  jobs: sweepJobs,
  surfaces: sweepSurfaces,
  multiparts: sweepMultiparts,
  blobs: sweepBlobs,
};

/**
 * Finishes what crashes left between two steps. Every duty can be repeated. All are done at once, so that none waits for
 * another that has more to do than there is time for; what is left is in the log, and the next run goes on with it.
 * @throws AggregateError when duties failed; the others were done nevertheless
 */
export async function sweep(stores: SweeperStores): Promise<void> {
  const time = timeFrom(stores.environment.runtime, SWEEPER_SECONDS.work * 1000);
  const attempt = async (duty: string, work: Duty): Promise<unknown[]> => {
    const { done, failed, failures, next } = await work(stores, time).catch(
      (error: unknown): Swept => ({ done: 0, failed: 1, failures: [error] }),
    );
    if (next !== undefined) logger.info('duty not finished', { duty, done, failed, next });
    // Lambda logs what a function throws, but not the errors within it.
    for (const error of failures) logger.error('duty failed', { duty, failed, error });
    return failures;
  };
  const attempts = Object.entries(DUTIES).map(([duty, work]) => attempt(duty, work));
  const failures = (await Promise.all(attempts)).flat();
  if (failures.length > 0) throw new AggregateError(failures, 'Not everything could be swept');
}
