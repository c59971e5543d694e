import { processEnvironment } from '../../shared/stores/environment.ts';
import { sweepBlobs } from './sweep-blobs.ts';
import { sweepJobs } from './sweep-jobs.ts';
import { sweepTombstones } from './sweep-tombstones.ts';
import { sweepVideos } from './sweep-videos.ts';
import { openSweeperStores, type SweeperStores } from './sweeper-stores.ts';

let stores: SweeperStores | undefined;

/** Finishes what crashes left between two steps. Runs on a schedule; every step can be repeated. */
export async function handler(): Promise<void> {
  stores ??= openSweeperStores(processEnvironment());
  await sweepVideos(stores);
  await sweepJobs(stores);
  await sweepTombstones(stores);
  await sweepBlobs(stores);
}
