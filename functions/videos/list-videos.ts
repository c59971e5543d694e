import { listVideos } from '../../shared/contract/routes/videos.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { videoEntry } from '../../shared/service/videos/video-view.ts';
import { openUrlSigner } from '../../shared/stores/files/url-signer.ts';
import { openVideoCount } from '../../shared/stores/quotas/storage-quota.ts';
import { openVideoLists } from '../../shared/stores/videos/video-lists.ts';

export const handler = endpoint(
  listVideos,
  { lists: openVideoLists, count: openVideoCount, signer: openUrlSigner },
  async ({ principal: { accountId, projectIds }, query: { page, pageSize } }, { lists, count, signer }) => {
    const visible = async () => {
      if (projectIds === null) {
        return Promise.all([lists.page(accountId, page, pageSize), count.total(accountId)]);
      }
      const permitted = await lists.getMany(accountId, projectIds);
      return [permitted.slice((page - 1) * pageSize, page * pageSize), permitted.length] as const;
    };
    const [videos, total] = await visible();
    const entries = await Promise.all(videos.map((video) => videoEntry(video, signer)));
    return { body: { videos: entries, total, page, pageSize } };
  },
);
