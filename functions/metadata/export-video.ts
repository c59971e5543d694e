import { exportVideo as definition } from '../../shared/contract/routes/metadata.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { EXPORT_STORES, exportVideo } from '../../shared/service/exports/export-video.ts';

export const handler = endpoint(definition, EXPORT_STORES, async ({ principal, params, query }, stores) => ({
  body: await exportVideo(stores, principal, params.id, query.format),
}));
