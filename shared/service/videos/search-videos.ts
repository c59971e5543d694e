import { LIMITS } from '../../contract/limits.ts';
import { folded } from '../../domain/folded.ts';
import type { Video } from '../../domain/video.ts';
import type { Opened } from '../../kernel/runtime/store-factories.ts';
import { openUrlSigner } from '../../stores/files/url-signer.ts';
import { openVideoLists } from '../../stores/videos/video-lists.ts';
import { videoEntry } from './video-entry.ts';

export const SEARCH_STORES = { lists: openVideoLists, signer: openUrlSigner };

interface VideoSearch {
  /** Part of the name. */
  name?: string | undefined;
  status?: Video['status'] | undefined;
  /** Only these. */
  ids?: readonly string[] | undefined;
  page: number;
  pageSize: number;
}

/** A page of an account's videos of a name or a status, newest first, and how many there are among those that are searched. */
export async function searchVideos(
  { lists, signer }: Opened<typeof SEARCH_STORES>,
  accountId: string,
  { name = '', status, ids, page, pageSize }: VideoSearch,
) {
  const part = folded(name);
  const found: string[] = [];
  const searched = ids
    ? await lists.getMany(accountId, ids)
    : lists.summaries(accountId, LIMITS.searchedVideos);
  for await (const video of searched) {
    if (status !== undefined && video.status !== status) continue;
    if (folded(video.name).includes(part)) found.push(video.videoId);
  }
  const shown = await lists.getMany(accountId, found.slice((page - 1) * pageSize, page * pageSize));
  return { videos: await Promise.all(shown.map((video) => videoEntry(video, signer))), total: found.length };
}
