import { ApiError } from '../../contract/errors.ts';
import { quotaExceeded } from '../../contract/quotas.ts';
import type { Layer } from '../../domain/document/document.ts';
import type { DocumentEdit, EditResult } from '../../domain/document/edit/document-edit.ts';
import { requireSupportedSchema } from '../../domain/document/schema-version.ts';
import { uuidv7 } from '../../domain/ids.ts';
import type { Principal } from '../../domain/keys/principal.ts';
import type { Opened } from '../../kernel/runtime/openers.ts';
import { commitVersion } from '../../stores/documents/commit-version.ts';
import { openDocumentWriter } from '../../stores/documents/documents.ts';
import { openVersionWriter, type Version } from '../../stores/documents/versions.ts';
import { openStorageQuota } from '../../stores/quotas/storage-quota.ts';
import { openPurger } from '../../stores/videos/purger.ts';
import { openVideoWriter } from '../../stores/videos/videos.ts';
import { findProcessedVideo, videoNotFound } from '../videos/find-video.ts';
import { noteChange } from '../videos/note-change.ts';
import { requireBase } from './base-version.ts';

/** The stores of an endpoint that edits a document's objects; others edit with `editAnySection`. */
export const EDITING_STORES = {
  videos: openVideoWriter,
  versions: openVersionWriter,
  documents: openDocumentWriter,
  quota: openStorageQuota,
  purger: openPurger,
};

type EditingStores = Opened<typeof EDITING_STORES>;

export interface EditRequest<Result extends EditResult> {
  principal: Principal;
  videoId: string;
  /** The version the edit is meant for; null: whichever is the newest. */
  base: number | null;
  edit: DocumentEdit<Result>;
  /** What the history says about it. */
  describe: (result: Result) => string;
  /** Judges the layers that the edit changes, as they were and as it leaves them; without a judge none may change. */
  requireLayers?: (before: readonly Layer[], after: readonly Layer[]) => Promise<void>;
}

/** @throws Error always: an edit of objects that changes layers is a mistake of ours */
async function refuseLayers(): Promise<void> {
  throw new Error('The edit changes layers, whose overlays nothing checks.');
}

/**
 * Edits the metadata document of the caller's video: exactly one new version, also when nothing changes. Without a
 * base, the edit is made again on top of the newer version whenever another writer was first.
 *
 * @returns the new version, and what the edit did to make it
 * @throws ApiError `MISSING_PARAMETER`: a positional edit without a base; `QUOTA_EXCEEDED`; as `findProcessedVideo`,
 * `requireBase`, `requireSupportedSchema`, `commitVersion`, the edit itself and `requireLayers`
 */
export async function editDocument<Result extends EditResult>(
  stores: EditingStores,
  { principal, videoId, base, edit, describe, requireLayers = refuseLayers }: EditRequest<Result>,
): Promise<{ version: Version; result: Result }> {
  const { videos, documents, quota, purger, environment } = stores;
  const { accountId } = principal;
  if (edit.positional && base === null) {
    throw new ApiError('MISSING_PARAMETER', 'This change must name the version it is made for.', {
      field: 'baseVersion',
    });
  }
  const { newest } = await findProcessedVideo(stores, principal, videoId);

  let result: Result | undefined;
  const version = await commitVersion(stores, {
    videoId,
    start: newest,
    writeId: uuidv7(environment.runtime),
    reserve: async (bytes) => {
      const excess = await quota.admitBytes(accountId, bytes);
      if (excess !== null) throw quotaExceeded(excess);
    },
    change: async (current) => {
      if (current === null) throw videoNotFound();
      if (base !== null) await requireBase(stores, { base, current, edit });
      requireSupportedSchema(current.schemaVersion);
      const before = await documents.readPlanned(current, edit.plan);
      result = edit.apply(before);
      const { layers } = result.sections;
      if (layers !== undefined) await requireLayers(before.sections.layers ?? [], layers);
      const { sections, tracks, edited } = result;
      const parts = { ...sections, ...(tracks && { tracks }) };
      return { parts, edited, description: describe(result) };
    },
  });
  if (version === null || result === undefined) {
    await purger.purge(accountId, videoId);
    throw videoNotFound();
  }
  await noteChange(videos, accountId, version);
  return { version, result };
}
