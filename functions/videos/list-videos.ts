import { listVideos as definition } from '../../shared/contract/routes/videos.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { LIST_STORES, listVideos } from '../../shared/service/videos/list-videos.ts';

export const handler = endpoint(definition, LIST_STORES, async ({ principal, query }, stores) => ({
  body: await listVideos(stores, principal, query),
}));
