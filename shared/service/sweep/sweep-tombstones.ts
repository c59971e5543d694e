import type { SweeperStores } from './sweeper-stores.ts';

/** Longer than any message lives. */
const TOMBSTONE_LIFE_MS = 15 * 24 * 60 * 60_000;

/** Removes what writers that raced a deletion left behind, and finally the tombstone. */
export async function sweepTombstones({
  versions,
  purger,
  environment: { runtime },
}: SweeperStores): Promise<void> {
  for await (const tombstone of versions.dueTombstones(runtime.now())) {
    await purger.purge(tombstone.accountId, tombstone.videoId);
    const end = Date.parse(tombstone.createdAt) + TOMBSTONE_LIFE_MS;
    if (runtime.now() >= end) await versions.deleteTombstone(tombstone);
    else await versions.postpone(tombstone, end);
  }
}
