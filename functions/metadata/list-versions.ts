import { listVersions as definition } from '../../shared/contract/routes/metadata.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { HISTORY_STORES, listVersions } from '../../shared/service/videos/list-versions.ts';

export const handler = endpoint(definition, HISTORY_STORES, async ({ principal, params, query }, stores) => ({
  body: await listVersions(stores, principal, params.id, query),
}));
