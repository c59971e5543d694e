import { compareVersions as definition } from '../../shared/contract/routes/metadata.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { compareVersions } from '../../shared/service/videos/compare-versions.ts';
import { READING_STORES } from '../../shared/service/videos/read-version.ts';

export const handler = endpoint(definition, READING_STORES, async ({ principal, params, query }, stores) => {
  const [from = 0, to = 0] = params.version.split('...').map(Number);
  const changes = await compareVersions(stores, principal, params.id, from, to);
  return { body: { from, to, changes: changes.slice(0, query.limit), total: changes.length } };
});
