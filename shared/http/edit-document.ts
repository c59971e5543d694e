import { ApiError } from '../contract/errors.ts';
import { uuidv7 } from '../domain/ids.ts';
import type { DocumentEdit, EditResult } from '../domain/metadata/document-edit.ts';
import type { Principal } from '../domain/principal.ts';
import { commitVersion } from '../stores/commit.ts';
import { openDocuments } from '../stores/documents.ts';
import type { Environment } from '../stores/environment.ts';
import { openRemains } from '../stores/remains.ts';
import { openVersions, type Version } from '../stores/versions.ts';
import { openVideos } from '../stores/videos.ts';
import { findProcessedVideo, videoNotFound } from './find-video.ts';
import { requireBase } from './version-conflict.ts';

/** The stores of an endpoint that edits a document. */
export const EDITING_STORES = {
  videos: openVideos,
  versions: openVersions,
  documents: openDocuments,
  remains: openRemains,
};

type EditingStores = { [Name in keyof typeof EDITING_STORES]: ReturnType<(typeof EDITING_STORES)[Name]> } & {
  environment: Environment;
};

export interface EditRequest<Result extends EditResult> {
  principal: Principal;
  videoId: string;
  /** The version the edit is meant for; null: whichever is the newest. */
  base: number | null;
  edit: DocumentEdit<Result>;
  /** What the history says about it. */
  describe: (result: Result) => string;
}

/**
 * Edits the metadata document of the caller's video: exactly one new version, also when nothing changes. Without a
 * base, the edit is made again on top of the newer version whenever another writer was first.
 *
 * @returns the new version, and what the edit did to make it
 * @throws ApiError `MISSING_PARAMETER`: a positional edit without a base; as `findProcessedVideo`, `requireBase`, `commitVersion` and the edit itself
 */
export async function editDocument<Result extends EditResult>(
  stores: EditingStores,
  { principal, videoId, base, edit, describe }: EditRequest<Result>,
): Promise<{ version: Version; result: Result }> {
  const { videos, documents, remains, environment } = stores;
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
    change: async (current) => {
      if (current === null) throw videoNotFound();
      if (base !== null) await requireBase(stores, { base, current, edit });
      result = edit.apply(await documents.readPlanned(current.parts, edit.plan));
      return { parts: result.sections, edited: result.edited, description: describe(result) };
    },
  });
  if (version === null || result === undefined) {
    await remains.remove(accountId, videoId);
    throw videoNotFound();
  }
  await videos.noteChange(accountId, videoId, version);
  return { version, result };
}
