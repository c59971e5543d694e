import { isTombstone } from '../../stores/documents/versions.ts';
import { type RunTime, type Swept, sweepEach } from './sweep-each.ts';
import type { SweeperStores } from './sweeper-stores.ts';

/** Longer than any message lives. */
const TOMBSTONE_LIFE_MS = 15 * 24 * 60 * 60_000;

/** Removes what writers that raced a deletion left behind, and finally the tombstone. */
export async function sweepTombstones(
  { versions, purger, environment: { runtime } }: SweeperStores,
  time: RunTime,
): Promise<Swept> {
  return sweepEach(versions.dueTombstones(runtime.now()), time, async ({ videoId, version }) => {
    const tombstone = await versions.get(videoId, version);
    if (!isTombstone(tombstone)) return;
    await purger.purge(tombstone.accountId, videoId);
    const end = Date.parse(tombstone.createdAt) + TOMBSTONE_LIFE_MS;
    if (runtime.now() >= end) await versions.deleteTombstone(tombstone);
    else await versions.postpone(tombstone, end);
  });
}
