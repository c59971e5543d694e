import { uuidv7 } from '../../domain/ids.ts';
import { forEachOf } from '../../kernel/runtime/in-batches.ts';
import { isTombstone } from '../../stores/documents/versions.ts';
import { mediaKeys } from '../../stores/files/media-keys.ts';
import type { ErasureStores } from './erasure-stores.ts';

type Stores = Pick<ErasureStores, 'videos' | 'versions' | 'purger' | 'files' | 'environment'>;

/** Videos at a time: each waits for its stores most of the time. */
const AT_ONCE = 8;

/** The deleted videos of an account whose tombstones there are: those of the last days. */
export async function* buriedVideos(
  { versions }: Pick<Stores, 'versions'>,
  accountId: string,
): AsyncGenerator<string> {
  for await (const { videoId, version } of versions.dueTombstones(Number.MAX_SAFE_INTEGER)) {
    const tombstone = await versions.get(videoId, version);
    if (isTombstone(tombstone) && tombstone.accountId === accountId) yield videoId;
  }
}

/**
 * Deletes the videos of an account as their owner would: jobs and surfaces end, and late writes are swept. Then what is left of those
 * that were deleted before, by a process that died on the way; then files of its own that belong to none.
 * @param report gets how many are deleted, again and again
 */
export async function eraseVideos(
  { videos, versions, purger, files, environment }: Stores,
  accountId: string,
  report: (videos: number) => void,
): Promise<void> {
  let deleted = 0;
  await forEachOf(videos.all(accountId), AT_ONCE, async ({ videoId }) => {
    await versions.putTombstone(videoId, accountId, uuidv7(environment.runtime));
    await purger.purge(accountId, videoId);
    report(++deleted);
  });
  await forEachOf(buriedVideos({ versions }, accountId), AT_ONCE, (videoId) =>
    purger.purge(accountId, videoId),
  );
  const uploads = mediaKeys.uploads(accountId);
  for await (const { key, uploadId } of files.listUploads(uploads)) await files.abortUpload(key, uploadId);
  await files.deleteAll(uploads);
}
