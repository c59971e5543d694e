import { ApiError } from '../../contract/errors.ts';
import { conflictingPaths } from '../../domain/document/edit/conflicting-paths.ts';
import type { DocumentEdit } from '../../domain/document/edit/document-edit.ts';
import { isNewerSchema } from '../../domain/document/schema-version.ts';
import type { DocumentReader } from '../../stores/documents/documents.ts';
import { isTombstone, type Version, type VersionReader } from '../../stores/documents/versions.ts';
import { versionConflict } from './version-conflict.ts';

/**
 * The version a change is based on, which `If-Match` or a parameter names; null when neither does.
 * @param field the name of the parameter
 * @throws ApiError `INVALID_PARAMETER` when both do, and differ
 */
export function readBase(
  ifMatch: number | null,
  parameter: number | undefined,
  field: 'baseVersion' | 'baseRevision',
): number | null {
  if (ifMatch !== null && parameter !== undefined && ifMatch !== parameter) {
    throw new ApiError('INVALID_PARAMETER', `If-Match and ${field} name different versions.`, { field });
  }
  return ifMatch ?? parameter ?? null;
}

/**
 * Requires that the newest version is the one the caller named.
 * @throws ApiError `VERSION_CONFLICT` naming which of the paths the edit names were changed since
 */
export async function requireBase(
  { versions, documents }: { versions: VersionReader; documents: DocumentReader },
  { base, current, edit }: { base: number; current: Version; edit: Pick<DocumentEdit, 'plan' | 'names'> },
): Promise<void> {
  if (base === current.version) return;
  const named = base < current.version ? await versions.get(current.videoId, base) : null;
  if (named === null || isTombstone(named)) throw versionConflict(base, current);
  // What was changed in a document of a newer schema is unknown.
  if ([named, current].some(({ schemaVersion }) => isNewerSchema(schemaVersion)))
    throw versionConflict(base, current);
  const [before, after] = await Promise.all([
    documents.readPlanned(named, edit.plan),
    documents.readPlanned(current, edit.plan),
  ]);
  throw versionConflict(base, current, conflictingPaths(before.sections, after.sections, edit.names(before)));
}
