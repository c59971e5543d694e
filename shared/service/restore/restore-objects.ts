import { MEDIA_BUCKET } from '../../contract/resources.ts';
import { EMPTIED_PREFIXES, RESTORED_PREFIXES } from '../../contract/restore.ts';
import { videoOf } from '../../stores/files/media-keys.ts';
import { videosIn } from '../../stores/restore/copied-videos.ts';
import { markersSince } from './deleted-since.ts';
import type { RestoreStores } from './restore-stores.ts';

const { prefixes } = MEDIA_BUCKET;

/** Objects that are looked up at a time. */
const BATCH = 1000;
/** Requests at a time. */
const AT_ONCE = 20;

/** Calls `work` with all of a list, some at a time. After a failure nothing goes on in the background. */
async function each<T>(list: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  for (let start = 0; start < list.length; start += AT_ONCE) {
    const outcomes = await Promise.allSettled(list.slice(start, start + AT_ONCE).map(work));
    const failed = outcomes.find(({ status }) => status === 'rejected');
    if (failed?.status === 'rejected') throw failed.reason;
  }
}

/**
 * Brings back the files and blobs that were there at a moment and were deleted since. No bytes are copied: what goes are the delete
 * markers upon them, which announces no upload either.
 * @returns how many
 */
export async function bringBackObjects(
  { history }: Pick<RestoreStores, 'history'>,
  { at, apply }: { at: Date; apply: boolean },
): Promise<number> {
  let count = 0;
  const bringBack = async (batch: readonly { key: string; markers: string[] }[]) => {
    count += batch.length;
    if (!apply) return;
    await each(batch, async ({ key, markers }) => {
      for (const marker of markers) await history.removeMarker(key, marker);
    });
  };
  for (const prefix of RESTORED_PREFIXES) {
    let batch: { key: string; markers: string[] }[] = [];
    for await (const entry of history.list(prefixes[prefix])) {
      const markers = markersSince(entry, at.getTime());
      if (markers.length > 0) batch.push({ key: entry.key, markers });
      if (batch.length < BATCH) continue;
      await bringBack(batch);
      batch = [];
    }
    await bringBack(batch);
  }
  return count;
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
  const removeUnknown = async (keys: readonly string[]) => {
    const known = await videosIn(copy, keys.map(videoOf));
    const unknown = keys.filter((key) => !known.has(videoOf(key)));
    count += unknown.length;
    if (apply) await each(unknown, (key) => files.delete(key));
  };
  for (const prefix of RESTORED_PREFIXES) {
    let batch: string[] = [];
    for await (const { key } of files.list(prefixes[prefix])) {
      batch.push(key);
      if (batch.length < BATCH) continue;
      await removeUnknown(batch);
      batch = [];
    }
    await removeUnknown(batch);
  }
  for (const prefix of EMPTIED_PREFIXES) {
    if (apply) count += await files.deleteAll(prefixes[prefix]);
    else for await (const _ of files.list(prefixes[prefix])) count++;
  }
  return count;
}
