import { deleteObject } from '../../shared/contract/routes/objects.ts';
import { objectRemoval } from '../../shared/domain/metadata/single-object.ts';
import { EDITING_STORES, editDocument } from '../../shared/http/edit-document.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { readBase } from '../../shared/http/version-conflict.ts';

export const handler = endpoint(
  deleteObject,
  EDITING_STORES,
  async ({ principal, params, query, ifMatch }, stores) => {
    const { version } = await editDocument(stores, {
      principal,
      videoId: params.id,
      base: readBase(ifMatch, query.baseVersion, 'baseVersion'),
      edit: objectRemoval(params.objectId),
      describe: ({ object }) => `Object ${object.id} (${object.label}) removed`,
    });
    return { body: { success: true }, headers: { ETag: `"${version.version}"` } };
  },
);
