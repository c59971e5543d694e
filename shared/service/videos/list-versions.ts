import type { Principal } from '../../domain/keys/principal.ts';
import type { Opened } from '../../kernel/runtime/store-factories.ts';
import { openVersionLists, type VersionEntry } from '../../stores/documents/versions.ts';
import { openVideoReader } from '../../stores/videos/videos.ts';
import { findProcessedVideo } from './find-video.ts';

export const HISTORY_STORES = { videos: openVideoReader, versions: openVersionLists };

/**
 * A page of the versions of the caller's video, newest first, as of one moment.
 * @throws ApiError as `findProcessedVideo`
 */
export async function listVersions(
  { videos, versions }: Opened<typeof HISTORY_STORES>,
  principal: Principal,
  videoId: string,
  {
    before,
    limit,
    author,
  }: { before?: number | undefined; limit?: number | undefined; author?: string | undefined },
) {
  const isFirstPage = before === undefined && author === undefined;
  let entries: Awaited<ReturnType<typeof versions.list>> = [];
  // The first page begins with the newest version: one read answers both.
  const firstPage = {
    async newest(id: string) {
      entries = await versions.list(id, { limit });
      return entries[0] ?? null;
    },
  };
  const { newest } = await findProcessedVideo<VersionEntry>(
    { videos, versions: isFirstPage ? firstPage : versions },
    principal,
    videoId,
  );
  if (!isFirstPage) {
    // Versions committed after `newest` was read are not listed: the answer is of one moment.
    const end = newest.version + 1;
    entries = await versions.list(videoId, { before: Math.min(before ?? end, end), limit, author });
  }
  const listed = entries.filter((entry) => 'description' in entry);
  return { versions: listed, currentVersion: newest.version };
}
