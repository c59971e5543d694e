import { installPlugin as definition } from '../../shared/contract/routes/projects.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { INSTALLATION_STORES, installPlugin } from '../../shared/service/projects/install-plugin.ts';
import { openIdempotency } from '../../shared/stores/idempotency.ts';

export const handler = endpoint(
  definition,
  { ...INSTALLATION_STORES, idempotency: openIdempotency },
  async ({ principal, params, body }, stores) => {
    const { plugin, unchanged } = await installPlugin(stores, principal, params.videoId, body);
    const { type, version, installedAt } = plugin;
    return { body: { success: true, plugin: { type, version, installedAt } }, unchanged };
  },
);
