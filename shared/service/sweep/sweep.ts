import { sweepBlobs } from './sweep-blobs.ts';
import { sweepJobs } from './sweep-jobs.ts';
import { sweepMultiparts } from './sweep-multiparts.ts';
import { sweepOutbox } from './sweep-outbox.ts';
import { sweepSurfaces } from './sweep-surfaces.ts';
import { sweepTombstones } from './sweep-tombstones.ts';
import { sweepVideos } from './sweep-videos.ts';
import type { SweeperStores } from './sweeper-stores.ts';

const DUTIES = [
  sweepOutbox,
  sweepVideos,
  sweepJobs,
  sweepSurfaces,
  sweepTombstones,
  sweepMultiparts,
  sweepBlobs,
];

/**
 * Finishes what crashes left between two steps. Every duty can be repeated.
 * @throws AggregateError when duties failed; the others were done nevertheless
 */
export async function sweep(stores: SweeperStores): Promise<void> {
  const failures: unknown[] = [];
  for (const duty of DUTIES) await duty(stores).catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw new AggregateError(failures, 'Not everything could be swept');
}
