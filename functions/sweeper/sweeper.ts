import { processEnvironment } from '../../shared/kernel/runtime/environment.ts';
import { sweepBlobs } from '../../shared/service/sweep/sweep-blobs.ts';
import { sweepJobs } from '../../shared/service/sweep/sweep-jobs.ts';
import { sweepMultiparts } from '../../shared/service/sweep/sweep-multiparts.ts';
import { sweepTombstones } from '../../shared/service/sweep/sweep-tombstones.ts';
import { sweepVideos } from '../../shared/service/sweep/sweep-videos.ts';
import { openSweeperStores, type SweeperStores } from '../../shared/service/sweep/sweeper-stores.ts';

const DUTIES = [sweepVideos, sweepJobs, sweepTombstones, sweepMultiparts, sweepBlobs];

let stores: SweeperStores | undefined;

/**
 * Finishes what crashes left between two steps. Runs on a schedule; every step can be repeated.
 * @throws AggregateError when a duty failed; the others were done nevertheless
 */
export async function handler(): Promise<void> {
  stores ??= openSweeperStores(processEnvironment());
  const failures: unknown[] = [];
  for (const duty of DUTIES) await duty(stores).catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw new AggregateError(failures, 'Not everything could be swept');
}
