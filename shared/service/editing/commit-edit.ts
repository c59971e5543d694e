import { ApiError } from '../../contract/errors.ts';
import { quotaExceeded } from '../../contract/quotas.ts';
import { uuidv7 } from '../../domain/ids.ts';
import { authorOf } from '../../domain/keys/author-of.ts';
import type { Principal } from '../../domain/keys/principal.ts';
import type { Opened } from '../../kernel/runtime/store-factories.ts';
import { AlwaysOvertaken, type Change, commitVersion } from '../../stores/documents/commit-version.ts';
import { openDocumentWriter } from '../../stores/documents/documents.ts';
import { openVersionWriter, type Version } from '../../stores/documents/versions.ts';
import { openStorageQuota } from '../../stores/quotas/storage-quota.ts';
import { openVideoWriter } from '../../stores/videos/videos.ts';
import { findProcessedVideo, videoNotFound } from '../videos/find-video.ts';
import { noteChange } from '../videos/note-change.ts';

/** The stores of an endpoint that commits a version. */
export const EDITING_STORES = {
  videos: openVideoWriter,
  versions: openVersionWriter,
  documents: openDocumentWriter,
  quota: openStorageQuota,
};

export type EditingStores = Opened<typeof EDITING_STORES>;

const documentBusy = (): ApiError =>
  new ApiError(
    'DOCUMENT_BUSY',
    'So many others change this document at the moment that nothing was changed. Repeat the request.',
  );

/**
 * Commits one new version of the metadata of the caller's video.
 * @param change makes it on top of a version; called again, on the newer version, when another writer was first
 * @throws ApiError `QUOTA_EXCEEDED`, `DOCUMENT_BUSY`; as `findProcessedVideo`, `commitVersion` and the change
 */
export async function commitEdit(
  stores: EditingStores,
  { principal, videoId }: { principal: Principal; videoId: string },
  change: (current: Version) => Promise<Change>,
): Promise<Version> {
  const { videos, quota, environment } = stores;
  const { accountId } = principal;
  const { newest } = await findProcessedVideo(stores, principal, videoId);
  const version = await commitVersion(stores, {
    accountId,
    videoId,
    author: authorOf(principal),
    start: newest,
    writeId: uuidv7(environment.runtime),
    reserve: async (bytes) => {
      const excess = await quota.admitBytes(accountId, bytes);
      if (excess !== null) throw quotaExceeded(excess);
    },
    change: async (current) => {
      if (current === null) throw videoNotFound();
      return change(current);
    },
  }).catch((error: unknown) => {
    throw error instanceof AlwaysOvertaken ? documentBusy() : error;
  });
  if (version === null) throw videoNotFound();
  await noteChange(videos, accountId, version);
  return version;
}
