import { patchMetadata } from '../../shared/contract/routes.ts';
import { shortId } from '../../shared/domain/ids.ts';
import { describeSections } from '../../shared/domain/metadata/document-edit.ts';
import { applyMergeById, planMerge } from '../../shared/domain/metadata/patch.ts';
import { EDITING_STORES, editDocument } from '../../shared/http/edit-document.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { readBase } from '../../shared/http/version-conflict.ts';

export const handler = endpoint(
  patchMetadata,
  EDITING_STORES,
  async ({ principal, params, query, body, ifMatch }, stores) => {
    const newId = () => shortId(stores.environment.runtime);
    const { version } = await editDocument(stores, {
      principal,
      videoId: params.id,
      base: readBase(ifMatch, query.baseVersion, 'baseVersion'),
      edit: { plan: planMerge(body), apply: (current) => applyMergeById(body, current, newId) },
      describe: (result) => `Metadata edited: ${describeSections(result)}`,
    });
    return {
      body: { success: true, version: version.version, updatedAt: version.createdAt },
      headers: { ETag: `"${version.version}"` },
    };
  },
);
