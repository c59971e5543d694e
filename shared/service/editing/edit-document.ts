import { ApiError } from '../../contract/errors.ts';
import type { Layer } from '../../contract/schemas/metadata.ts';
import type { LoadedParts } from '../../domain/document/document.ts';
import type { DocumentEdit, EditResult } from '../../domain/document/edit/document-edit.ts';
import { requireSupportedSchema } from '../../domain/document/schema-version.ts';
import type { Principal } from '../../domain/keys/principal.ts';
import type { Version } from '../../stores/documents/versions.ts';
import { requireBase } from './base-version.ts';
import { commitEdit, type EditingStores } from './commit-edit.ts';

export interface EditRequest<Result extends EditResult> {
  principal: Principal;
  videoId: string;
  /** The version the edit is meant for; null: whichever is the newest. */
  base: number | null;
  edit: DocumentEdit<Result>;
  /** What the history says about it. @param before the sections that it was applied to */
  describe: (result: Result, before: LoadedParts['sections']) => string;
  /** Checks the layers that the edit changes, before and after; without a check none may change. */
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
 * @throws ApiError `MISSING_PARAMETER`: a positional edit without a base; as `commitEdit`, `requireBase`,
 * `requireSupportedSchema`, the edit itself and `requireLayers`
 */
export async function editDocument<Result extends EditResult>(
  stores: EditingStores,
  { principal, videoId, base, edit, describe, requireLayers = refuseLayers }: EditRequest<Result>,
): Promise<{ version: Version; result: Result }> {
  if (edit.positional && base === null) {
    throw new ApiError('MISSING_PARAMETER', 'This change must name the version it is made for.', {
      field: 'baseVersion',
    });
  }
  let result: Result | undefined;
  const version = await commitEdit(stores, { principal, videoId }, async (current) => {
    if (base !== null) await requireBase(stores, { base, current, edit });
    requireSupportedSchema(current.schemaVersion);
    const before = await stores.documents.readPlanned(current, edit.plan);
    result = edit.apply(before);
    const { layers } = result.sections;
    if (layers !== undefined) await requireLayers(before.sections.layers ?? [], layers);
    const { sections, tracks, edited } = result;
    const parts = { ...sections, ...(tracks && { tracks }) };
    return { parts, edited, description: describe(result, before.sections) };
  });
  // A version is committed only after its change was made.
  return { version, result: result as Result };
}
