import { logger } from '../../kernel/logging/logging.ts';
import { sweepBlobs } from './sweep-blobs.ts';
import { sweepJobs } from './sweep-jobs.ts';
import { sweepSurfaces } from './sweep-surfaces.ts';
import { sweepVideos } from './sweep-videos.ts';
import type { SweeperStores } from './sweeper-stores.ts';

const DUTIES = {
  outbox: sweepOutbox,
  // Before what asks again for work that was interrupted: of a deleted video there is none.
  tombstones: sweepTombstones,
  videos: sweepVideos,
  jobs: sweepJobs,
  surfaces: sweepSurfaces,
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

/**
 * Sends the steps that the relay did not get, or could not send. A change of visibility comes too late by now.
 * @throws AggregateError for what cannot be sent, or not be understood; the rest was sent nevertheless
 */
async function sweepOutbox({ outbox, detection, environment: { runtime } }: SweeperStores): Promise<void> {
  const relay = async (id: string): Promise<void> => {
    const message = await outbox.get(id);
    if (message?.kind === 'steps') await detection.send(message.messages);
    if (message !== null) await outbox.delete(id);
  };
  const failures: unknown[] = [];
  for await (const id of outbox.due(runtime.now())) {
    await relay(id).catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Not everything in the outbox could be sent');
}

/** Longer than any message lives. */
const TOMBSTONE_LIFE_MS = 15 * 24 * 60 * 60_000;

/** Removes what writers that raced a deletion left behind, and finally the tombstone. */
async function sweepTombstones({ versions, purger, environment: { runtime } }: SweeperStores): Promise<void> {
  for await (const tombstone of versions.dueTombstones(runtime.now())) {
    await purger.purge(tombstone.accountId, tombstone.videoId);
    const end = Date.parse(tombstone.createdAt) + TOMBSTONE_LIFE_MS;
    if (runtime.now() >= end) await versions.deleteTombstone(tombstone);
    else await versions.postpone(tombstone, end);
  }
}

/** An upload not completed within this has failed; a native export is assembled in minutes. */
const MAX_AGE_MS = 24 * 60 * 60_000;

/** Ends multipart uploads that were abandoned: their parts are stored, and paid for, but show up in no listing. */
async function sweepMultiparts({ files, environment: { runtime } }: SweeperStores): Promise<void> {
  for await (const { key, uploadId, initiatedAt } of files.listUploads()) {
    if (runtime.now() - initiatedAt >= MAX_AGE_MS) await files.abortUpload(key, uploadId);
  }
}
