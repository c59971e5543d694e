import { ApiError } from '../../contract/errors.ts';
import type { Layer } from '../../contract/schemas/metadata.ts';
import type { LoadedParts } from '../../domain/document/document.ts';
import type { DocumentEdit, EditResult } from '../../domain/document/edit/document-edit.ts';
import { replacedEntries } from '../../domain/document/edit/narrow-edit.ts';
import { requireSupportedSchema } from '../../domain/document/schema-version.ts';
import type { Principal } from '../../domain/keys/principal.ts';
import type { ChangedParts } from '../../stores/documents/document-parts.ts';
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
    const made = (await editEntries(stores, current, edit)) ?? (await editSections(stores, current, edit));
    result = made.result;
    const { layers } = result.sections;
    if (layers !== undefined) await requireLayers(made.before.layers ?? [], layers);
    return { ...made.changed, description: describe(result, made.before) };
  });
  // A version is committed only after its change was made.
  return { version, result: result as Result };
}

interface MadeEdit<Result> {
  before: LoadedParts['sections'];
  result: Result;
  changed: ChangedParts;
}

async function editSections<Result extends EditResult>(
  { documents }: Pick<EditingStores, 'documents'>,
  current: Version,
  edit: DocumentEdit<Result>,
): Promise<MadeEdit<Result>> {
  const before = await documents.readPlanned(current, edit.plan);
  const result = edit.apply(before);
  const { sections, tracks } = result;
  return { before: before.sections, result, changed: { parts: { ...sections, ...(tracks && { tracks }) } } };
}

/** The same without reading and storing more than the entries that change; null where that is not possible. */
async function editEntries<Result extends EditResult>(
  { documents }: Pick<EditingStores, 'documents'>,
  current: Version,
  { narrow }: DocumentEdit<Result>,
): Promise<MadeEdit<Result> | null> {
  const before = narrow ? await documents.readEntries(current, narrow.entries) : null;
  if (narrow === undefined || before === null) return null;
  try {
    const result = narrow.apply({ sections: before });
    const entries = replacedEntries(before, result.sections);
    return entries && { before, result, changed: { parts: {}, entries } };
  } catch (error) {
    // The edit of all sections is refused in its own words: other entries are at other positions there.
    if (error instanceof ApiError) return null;
    throw error;
  }
}
