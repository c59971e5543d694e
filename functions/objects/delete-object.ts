import { deleteObject } from '../../shared/contract/routes/objects.ts';
import { objectRemoval } from '../../shared/domain/document/edit/object-edits.ts';
import { objectName, quoted } from '../../shared/domain/document/names.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { readBase } from '../../shared/service/editing/base-version.ts';
import { EDITING_STORES } from '../../shared/service/editing/commit-edit.ts';
import { editDocument } from '../../shared/service/editing/edit-document.ts';

export const handler = endpoint(
  deleteObject,
  EDITING_STORES,
  async ({ principal, params, query, ifMatch }, stores) => {
    const { version } = await editDocument(stores, {
      principal,
      videoId: params.id,
      base: readBase(ifMatch, query.baseVersion, 'baseVersion'),
      edit: objectRemoval(params.objectId),
      describe: ({ object }) => `Object ${quoted(objectName(object))} removed`,
    });
    return { body: { success: true }, headers: { ETag: `"${version.version}"` } };
  },
);
