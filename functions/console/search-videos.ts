import { searchVideos as definition } from '../../shared/contract/routes/console/videos.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { SEARCH_STORES, searchVideos } from '../../shared/service/videos/search-videos.ts';

export const handler = endpoint(definition, SEARCH_STORES, async ({ principal, query }, stores) => {
  const { page = 1, pageSize, ids } = query;
  const search = { ...query, page, ids: ids?.split(',') };
  return { body: { ...(await searchVideos(stores, principal.accountId, search)), page, pageSize } };
});
