import type { Principal } from '../../domain/keys/principal.ts';
import type { Opened } from '../../kernel/runtime/store-factories.ts';
import { openVideoLists } from '../../stores/videos/video-lists.ts';

export const PROJECT_LIST_STORES = { lists: openVideoLists };

/** The processed videos that the caller's key may use, newest first. */
export async function listProjects(
  { lists }: Opened<typeof PROJECT_LIST_STORES>,
  { accountId, projectIds }: Principal,
) {
  const found =
    projectIds === null
      ? await lists.listProcessed(accountId)
      : (await lists.getMany(accountId, projectIds)).filter(({ status }) => status === 'processed');
  return found.map(({ videoId, name: title, revision, updatedAt }) => ({
    videoId,
    title,
    revision,
    updatedAt,
  }));
}
