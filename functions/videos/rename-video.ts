import { renameVideo as definition } from '../../shared/contract/routes/videos.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { RENAMING_STORES, renameVideo } from '../../shared/service/videos/rename-video.ts';

export const handler = endpoint(definition, RENAMING_STORES, async ({ principal, params, body }, stores) => ({
  body: { success: true, video: await renameVideo(stores, principal, params.id, body.name) },
}));
