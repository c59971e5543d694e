import { createHash } from 'node:crypto';
import { where } from './expression.ts';
import { queryItems } from './read.ts';

/** Enough for ten times the load of `npm run bench -- hot`; more are more queries in every run of the sweeper. */
export const SWEEP_PARTITIONS = 8;
/** The one partition of earlier versions: their items stay in it until they are next moved. */
const EARLIER = 'due';

/** Longer than the sweeper's interval, shorter than what any look may come too early by. */
const COARSE_MS = 5 * 60_000;

const hashOf = (id: string): number => createHash('sha256').update(id).digest().readUInt32BE();

/** In which partition of its table's `by-sweep` index an item stands. All of one id are in the same. */
const partitionOf = (id: string): string => `${EARLIER}#${hashOf(id) % SWEEP_PARTITIONS}`;

/** What has the sweeper look at an item at some time (milliseconds since the epoch). */
export const sweepEntry = (id: string, sweepAt: number): { sweep: string; sweepAt: number } => ({
  sweep: partitionOf(id),
  sweepAt,
});

/**
 * A time up to five minutes before the given one that stays the same for as long, so that an item which is often put off
 * seldom moves in the index. Each id has other such times.
 */
export function coarseSweepAt(id: string, sweepAt: number): number {
  const offset = hashOf(id) % COARSE_MS;
  return Math.floor((sweepAt - offset) / COARSE_MS) * COARSE_MS + offset;
}

/** The key of an item that the sweeper is to look at, since `sweepAt` (milliseconds since the epoch). */
export type Due<Key> = Key & { sweepAt: number };

/**
 * Keys of the items of a table that the sweeper is to look at by `now` (milliseconds since the epoch). The partitions take
 * turns, so that none waits for what is due in another.
 */
export async function* dueItems<Key>(table: string, now: number): AsyncGenerator<Due<Key>> {
  const partitions = Array.from({ length: SWEEP_PARTITIONS }, (_, i) => `${EARLIER}#${i}`);
  let searches = [EARLIER, ...partitions].map((sweep) =>
    queryItems({ table, index: 'by-sweep', key: where`sweep = ${sweep} AND sweepAt <= ${now}` }),
  );
  while (searches.length > 0) {
    const found = await Promise.all(searches.map((search) => search.next()));
    searches = searches.filter((_, i) => found[i]?.done !== true);
    for (const { done, value } of found) if (done !== true) yield value as Due<Key>;
  }
}
