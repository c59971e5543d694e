import { forEachOf } from '../../kernel/runtime/in-batches.ts';
import { mediaKeys, videoOf } from '../../stores/files/media-keys.ts';
import { buriedVideos } from './erase-videos.ts';
import type { ErasureStores } from './erasure-stores.ts';

type Stores = Pick<ErasureStores, 'history' | 'versions'>;

/** Objects at a time. */
const AT_ONCE = 20;

/**
 * Removes for good what the bucket keeps of the deleted files and documents of an account. Its videos are known by the names of their
 * files, also of those that were deleted long ago; these go last, so that a repetition finds the same videos.
 * @returns how many versions of objects and delete markers
 */
export async function eraseCopies({ history, versions }: Stores, accountId: string): Promise<number> {
  const uploads = mediaKeys.uploads(accountId);
  const videoIds = new Set<string>();
  for await (const { key } of history.list(uploads)) videoIds.add(videoOf(key));
  for await (const videoId of buriedVideos({ versions }, accountId)) videoIds.add(videoId);
  let count = 0;
  const remove = async (prefix: string): Promise<void> => {
    await forEachOf(history.list(prefix), AT_ONCE, async ({ key, versions: kept, markers }) => {
      for (const { versionId } of [...kept, ...markers]) {
        await history.remove(key, versionId);
        count++;
      }
    });
  };
  for (const videoId of videoIds) for (const prefix of mediaKeys.ofVideo(videoId)) await remove(prefix);
  await remove(uploads);
  return count;
}
