import { ApiError } from '../../contract/errors.ts';
import { SECTION_NAMES } from '../../domain/document/document.ts';
import type { DocumentEdit } from '../../domain/document/edit/document-edit.ts';
import { requireSupportedSchema } from '../../domain/document/schema-version.ts';
import type { Principal } from '../../domain/keys/principal.ts';
import type { Version } from '../../stores/documents/versions.ts';
import { findVersion } from '../videos/find-version.ts';
import { requireBase } from './base-version.ts';
import { commitEdit, type EditingStores } from './commit-edit.ts';

interface RestoreRequest {
  principal: Principal;
  videoId: string;
  /** The version that the caller takes for the newest; null where the request names none. */
  base: number | null;
  /** The version to restore. */
  wanted: number;
}

/** A restored version takes the place of the whole document, so it conflicts with whatever was changed. */
const EVERYTHING: Pick<DocumentEdit, 'plan' | 'names'> = {
  plan: { sections: [...SECTION_NAMES], tracks: false },
  names: ({ sections: { extra = {}, ...sections } }) =>
    [...Object.keys(sections), ...Object.keys(extra)].map((member) => [member]),
};

/**
 * Makes the next version of the metadata from an older one: of the parts that this one has stored, so that removed objects
 * and older tracks come back, which no edit can write. Nothing is stored again, unless the older version has an older schema.
 *
 * The configurations of its overlays are not compared with the schemas of installed plugins: a document may have
 * overlays from before a plugin was installed, and its owner must be able to return to it.
 *
 * @throws ApiError `MISSING_PARAMETER` without a base; as `commitEdit`, `requireBase`, `findVersion` and `requireSupportedSchema`
 */
export async function restoreVersion(
  stores: EditingStores,
  { base, wanted, ...video }: RestoreRequest,
): Promise<Version> {
  return commitEdit(stores, video, async (current) => {
    if (base === null) {
      throw new ApiError('MISSING_PARAMETER', 'This change must name the version it is made for.', {
        field: 'baseVersion',
      });
    }
    await requireBase(stores, { base, current, edit: EVERYTHING });
    requireSupportedSchema(current.schemaVersion);
    const older = await findVersion(stores.versions, current, wanted);
    requireSupportedSchema(older.schemaVersion);
    return { from: older, parts: {}, description: `Version ${wanted} restored` };
  });
}
