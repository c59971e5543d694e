import { deleteVideo } from '../../shared/contract/routes/videos.ts';
import { uuidv7 } from '../../shared/domain/ids.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { findVideo, requireAccess, videoNotFound } from '../../shared/service/videos/find-video.ts';
import { openVersions } from '../../shared/stores/documents/versions.ts';
import { openPurger } from '../../shared/stores/videos/purger.ts';
import { openVideos } from '../../shared/stores/videos/videos.ts';

export const handler = endpoint(
  deleteVideo,
  { videos: openVideos, versions: openVersions, purger: openPurger },
  async ({ principal, params }, { videos, versions, purger, environment }) => {
    const { accountId } = principal;
    requireAccess(principal, params.id);
    // A deletion that broke off below its tombstone goes on, though the video is gone already.
    if (await purger.purgeIfDeleted(accountId, params.id)) throw videoNotFound();
    await findVideo({ videos, versions }, principal, params.id);
    const buried = await versions.putTombstone(params.id, accountId, uuidv7(environment.runtime));
    if (!buried) throw videoNotFound();
    await purger.purge(accountId, params.id);
    return { body: { success: true } };
  },
);
