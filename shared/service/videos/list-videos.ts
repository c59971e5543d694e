import type { Principal } from '../../domain/keys/principal.ts';
import type { Opened } from '../../kernel/runtime/store-factories.ts';
import { openUrlSigner } from '../../stores/files/url-signer.ts';
import { openVideoCount } from '../../stores/quotas/storage-quota.ts';
import { openVideoLists } from '../../stores/videos/video-lists.ts';
import { videoEntry } from './video-entry.ts';

export const LIST_STORES = { lists: openVideoLists, count: openVideoCount, signer: openUrlSigner };

type ListStores = Opened<typeof LIST_STORES>;

/** A page of the videos that the caller's key may see, newest first, and how many there are in all. */
export async function listVideos(
  stores: ListStores,
  principal: Principal,
  range: { page: number; pageSize: number },
) {
  const [videos, total] = await visibleVideos(stores, principal, range);
  return { videos: await Promise.all(videos.map((video) => videoEntry(video, stores.signer))), total };
}

async function visibleVideos(
  { lists, count }: ListStores,
  { accountId, projectIds }: Principal,
  { page, pageSize }: { page: number; pageSize: number },
) {
  if (projectIds === null) {
    return Promise.all([lists.page(accountId, page, pageSize), count.total(accountId)]);
  }
  const permitted = await lists.getMany(accountId, projectIds);
  return [permitted.slice((page - 1) * pageSize, page * pageSize), permitted.length] as const;
}
