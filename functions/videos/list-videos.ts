import { listVideos } from '../../shared/contract/routes/videos.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { videoEntry } from '../../shared/http/video-view.ts';
import { openUrlSigner } from '../../shared/stores/signed-urls.ts';
import { openVideos } from '../../shared/stores/videos.ts';

export const handler = endpoint(
  listVideos,
  { videos: openVideos, signer: openUrlSigner },
  async ({ principal, query: { page, pageSize } }, { videos, signer }) => {
    const visible = async () => {
      if (principal.projectIds === null) return videos.list(principal.accountId, page, pageSize);
      const permitted = await videos.getMany(principal.accountId, principal.projectIds);
      return { videos: permitted.slice((page - 1) * pageSize, page * pageSize), total: permitted.length };
    };
    const { videos: found, total } = await visible();
    const entries = await Promise.all(found.map((video) => videoEntry(video, signer)));
    return { body: { videos: entries, total, page, pageSize } };
  },
);
