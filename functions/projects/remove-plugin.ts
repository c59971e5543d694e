import { removePlugin as definition } from '../../shared/contract/routes/projects.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { PLUGIN_REMOVAL_STORES, removePlugin } from '../../shared/service/projects/installed-plugins.ts';

export const handler = endpoint(definition, PLUGIN_REMOVAL_STORES, async ({ principal, params }, stores) => ({
  body: { success: true, removed: await removePlugin(stores, principal, params) },
}));
