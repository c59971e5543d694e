import { listPlugins as definition } from '../../shared/contract/routes/projects.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { listPlugins, PLUGIN_LIST_STORES } from '../../shared/service/projects/installed-plugins.ts';

export const handler = endpoint(definition, PLUGIN_LIST_STORES, async ({ principal, params }, stores) => ({
  body: { plugins: await listPlugins(stores, principal, params.videoId) },
}));
