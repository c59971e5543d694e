import { patchObject } from '../../shared/contract/routes/objects.ts';
import { objectEdit } from '../../shared/domain/document/edit/object-edits.ts';
import { objectName, quoted } from '../../shared/domain/document/names.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { readBase } from '../../shared/service/editing/base-version.ts';
import { EDITING_STORES } from '../../shared/service/editing/commit-edit.ts';
import { editDocument } from '../../shared/service/editing/edit-document.ts';

export const handler = endpoint(
  patchObject,
  EDITING_STORES,
  async ({ principal, params, query, body, ifMatch }, stores) => {
    const { version, result } = await editDocument(stores, {
      principal,
      videoId: params.id,
      base: readBase(ifMatch, query.baseVersion, 'baseVersion'),
      edit: objectEdit(params.objectId, body),
      describe: ({ object, changed }) =>
        `Object ${quoted(objectName(object))} edited: ${changed.join(', ') || 'no change'}`,
    });
    const { id, label, userLabel, customData } = result.object;
    return {
      body: { success: true, object: { id, label, userLabel, customData } },
      headers: { ETag: `"${version.version}"` },
    };
  },
);
