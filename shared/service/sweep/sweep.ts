import { logger } from '../../kernel/logging/logging.ts';
import { sweepBlobs } from './sweep-blobs.ts';
import { sweepJobs } from './sweep-jobs.ts';
import { sweepMultiparts } from './sweep-multiparts.ts';
import { sweepOutbox } from './sweep-outbox.ts';
import { sweepSurfaces } from './sweep-surfaces.ts';
import { sweepTombstones } from './sweep-tombstones.ts';
import { sweepVideos } from './sweep-videos.ts';
import type { SweeperStores } from './sweeper-stores.ts';

const DUTIES = {
  outbox: sweepOutbox,
  videos: sweepVideos,
  jobs: sweepJobs,
  surfaces: sweepSurfaces,
  tombstones: sweepTombstones,
  multiparts: sweepMultiparts,
  blobs: sweepBlobs,
};

/**
 * Finishes what crashes left between two steps. Every duty can be repeated.
 * @throws AggregateError when duties failed; the others were done nevertheless
 */
export async function sweep(stores: SweeperStores): Promise<void> {
  const failures: unknown[] = [];
  for (const [duty, work] of Object.entries(DUTIES)) {
    await work(stores).catch((error: unknown) => {
      // Lambda logs what a function throws, but not the errors within it.
      logger.error('duty failed', { duty, error });
      failures.push(error);
    });
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Not everything could be swept');
}
