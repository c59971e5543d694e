import { restoreVersion as definition } from '../../shared/contract/routes/metadata.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { readBase } from '../../shared/service/editing/base-version.ts';
import { EDITING_STORES } from '../../shared/service/editing/commit-edit.ts';
import { restoreVersion } from '../../shared/service/editing/restore-version.ts';
import { openIdempotency } from '../../shared/stores/idempotency.ts';

export const handler = endpoint(
  definition,
  { ...EDITING_STORES, idempotency: openIdempotency },
  async ({ principal, params, query, ifMatch }, stores) => {
    const { version, createdAt } = await restoreVersion(stores, {
      principal,
      videoId: params.id,
      base: readBase(ifMatch, query.baseVersion, 'baseVersion'),
      wanted: params.version,
    });
    return { body: { success: true, version, updatedAt: createdAt }, headers: { ETag: `"${version}"` } };
  },
);
