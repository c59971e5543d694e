import { restoreVersion as definition } from '../../shared/contract/routes/console/videos.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { EDITING_STORES } from '../../shared/service/editing/commit-edit.ts';
import { restoreVersion } from '../../shared/service/editing/restore-version.ts';
import { openIdempotency } from '../../shared/stores/idempotency.ts';

export const handler = endpoint(
  definition,
  { ...EDITING_STORES, idempotency: openIdempotency },
  async ({ principal, params, ifMatch }, stores) => {
    const { version, createdAt } = await restoreVersion(stores, {
      principal,
      videoId: params.id,
      base: ifMatch,
      wanted: params.version,
    });
    return { body: { success: true, version, updatedAt: createdAt }, headers: { ETag: `"${version}"` } };
  },
);
