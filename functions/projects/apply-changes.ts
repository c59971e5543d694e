import { applyChanges } from '../../shared/contract/routes/projects.ts';
import { describeEdit } from '../../shared/domain/document/edit/describe-edit.ts';
import { jsonPatchEdit } from '../../shared/domain/document/edit/patch-edits.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { readBase } from '../../shared/service/editing/base-version.ts';
import { editAnySection, SECTION_EDITING_STORES } from '../../shared/service/editing/edit-any-section.ts';
import { openIdempotency } from '../../shared/stores/idempotency.ts';

export const handler = endpoint(
  applyChanges,
  { ...SECTION_EDITING_STORES, idempotency: openIdempotency },
  async ({ principal, params, body, ifMatch }, stores) => {
    const { version } = await editAnySection(stores, {
      principal,
      videoId: params.videoId,
      base: readBase(ifMatch, body.baseRevision, 'baseRevision'),
      edit: jsonPatchEdit(body.changes, ['changes']),
      describe: (result, before) => body.description || `Changes applied: ${describeEdit(before, result)}`,
    });
    return {
      body: { success: true, revision: version.version, updatedAt: version.createdAt },
      headers: { ETag: `"${version.version}"` },
    };
  },
);
