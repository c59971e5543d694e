import { RecentlyUsed } from '../../kernel/runtime/recently-used.ts';
import type { BlockIndex } from './block-index.ts';

/** Indexes that are kept, each of at most so many blocks: those of the objects and tracks of a few large documents. */
const KEPT = 8;
const MOST_BLOCKS = 4096;

/**
 * Indexes that were read or written last, by the place where each is stored, at which it never changes: whoever has read
 * an entry of a large part soon reads or changes another one.
 */
const kept = new RecentlyUsed<Promise<BlockIndex>>(KEPT);

/** The index at a place. @param read reads it; not called where it is kept */
export function recentIndex(place: string, read: () => Promise<BlockIndex>): Promise<BlockIndex> {
  const known = kept.get(place);
  if (known !== undefined) return known;
  const index = read();
  keepIndex(place, index);
  return index;
}

export function keepIndex(place: string, index: Promise<BlockIndex>): void {
  kept.set(place, index);
  const forget = (): void => kept.delete(place, index);
  // What could not be read must not stay.
  index.then(({ blocks }) => {
    if (blocks.length > MOST_BLOCKS) forget();
  }, forget);
}
