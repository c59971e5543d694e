import { listVideos as row } from '../../shared/contract/routes/videos.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { LIST_STORES, listVideos } from '../../shared/service/videos/list-videos.ts';

export const STORES = LIST_STORES;

export const handler = endpoint(row, STORES, async ({ principal, query }, stores) => ({
  body: { ...(await listVideos(stores, principal, query)), ...query },
}));
