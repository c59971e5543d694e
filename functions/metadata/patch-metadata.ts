import { MERGE_PATCH_TYPE, patchMetadata } from '../../shared/contract/routes/metadata.ts';
import { describeEdit } from '../../shared/domain/document/edit/describe-edit.ts';
import type { DocumentEdit } from '../../shared/domain/document/edit/document-edit.ts';
import {
  jsonPatchEdit,
  mergeByIdEdit,
  mergePatchEdit,
} from '../../shared/domain/document/edit/patch-edits.ts';
import { shortId } from '../../shared/domain/ids.ts';
import type { Call } from '../../shared/http/call.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { readBase } from '../../shared/service/editing/base-version.ts';
import { editAnySection, SECTION_EDITING_STORES } from '../../shared/service/editing/edit-any-section.ts';

type PatchCall = Pick<Call<typeof patchMetadata>, 'body' | 'mediaType'>;

function editOf({ body, mediaType }: PatchCall, newId: () => string): DocumentEdit {
  if (Array.isArray(body)) return jsonPatchEdit(body, []);
  return mediaType === MERGE_PATCH_TYPE ? mergePatchEdit(body) : mergeByIdEdit(body, newId);
}

export const handler = endpoint(patchMetadata, SECTION_EDITING_STORES, async (call, stores) => {
  const { principal, params, query, ifMatch } = call;
  const { version } = await editAnySection(stores, {
    principal,
    videoId: params.id,
    base: readBase(ifMatch, query.baseVersion, 'baseVersion'),
    edit: editOf(call, () => shortId(stores.environment.runtime)),
    describe: (result, before) => `Metadata edited: ${describeEdit(before, result)}`,
  });
  return {
    body: { success: true, version: version.version, updatedAt: version.createdAt },
    headers: { ETag: `"${version.version}"` },
  };
});
