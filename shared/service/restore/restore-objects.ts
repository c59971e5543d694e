import { MEDIA_BUCKET } from '../../contract/resources.ts';
import { EMPTIED_PREFIXES, RESTORED_PREFIXES } from '../../contract/restore.ts';
import { forEachOf, inBatches } from '../../kernel/runtime/in-batches.ts';
import { videoOf } from '../../stores/files/media-keys.ts';
import { videosIn } from '../../stores/restore/copied-videos.ts';
import { markersSince } from './deleted-since.ts';
import type { RestoreStores } from './restore-stores.ts';

const { prefixes } = MEDIA_BUCKET;

/** Objects that are looked up at a time. */
const BATCH = 1000;
/** Requests at a time. */
const AT_ONCE = 20;

/**
 * Brings back the files and blobs that were there at a moment and were deleted since. No bytes are copied: what goes are the delete
 * markers upon them, which announces no upload either.
 * @returns how many
 */
export async function bringBackObjects(
  { history }: Pick<RestoreStores, 'history'>,
  { at, apply }: { at: Date; apply: boolean },
): Promise<number> {
  async function* deletedSince() {
    for (const prefix of RESTORED_PREFIXES)
      for await (const entry of history.list(prefixes[prefix])) {
        const markers = markersSince(entry, at.getTime());
        if (markers.length > 0) yield { key: entry.key, markers };
      }
  }
  return forEachOf(deletedSince(), AT_ONCE, async ({ key, markers }) => {
    for (const marker of apply ? markers : []) await history.remove(key, marker);
  });
}

/**
 * Deletes the files and blobs of videos that were not there at the moment, and what is made again: exports above all, since
 * the next versions will have numbers that other versions had. All can be brought back as long as the bucket keeps its
 * versions. Blobs that no version refers to any more are the sweeper's.
 * @param copy name of the copy of the table of videos
 * @returns how many
 */
export async function removeLaterObjects(
  { files }: Pick<RestoreStores, 'files'>,
  { copy, apply }: { copy: string; apply: boolean },
): Promise<number> {
  let count = 0;
  for (const prefix of RESTORED_PREFIXES) {
    for await (const batch of inBatches(files.list(prefixes[prefix]), BATCH)) {
      const keys = batch.map(({ key }) => key);
      const known = await videosIn(copy, keys.map(videoOf));
      const unknown = keys.filter((key) => !known.has(videoOf(key)));
      count += unknown.length;
      if (apply) await files.deleteMany(unknown);
    }
  }
  for (const prefix of EMPTIED_PREFIXES) {
    if (apply) count += await files.deleteAll(prefixes[prefix]);
    else for await (const _ of files.list(prefixes[prefix])) count++;
  }
  return count;
}
