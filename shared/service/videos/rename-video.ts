import type { Principal } from '../../domain/keys/principal.ts';
import type { Opened } from '../../kernel/runtime/store-factories.ts';
import { openVersionLists } from '../../stores/documents/versions.ts';
import { openVideoWriter } from '../../stores/videos/videos.ts';
import { findVideo, videoNotFound } from './find-video.ts';

export const RENAMING_STORES = { videos: openVideoWriter, versions: openVersionLists };

/** @throws ApiError as `findVideo` */
export async function renameVideo(
  stores: Opened<typeof RENAMING_STORES>,
  principal: Principal,
  videoId: string,
  wanted: string,
) {
  await findVideo(stores, principal, videoId);
  const renamed = await stores.videos.rename(principal.accountId, videoId, wanted);
  if (renamed === null) throw videoNotFound();
  const { name, updatedAt } = renamed;
  return { id: videoId, name, updatedAt };
}
