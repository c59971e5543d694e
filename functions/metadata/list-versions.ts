import { listVersions } from '../../shared/contract/routes/metadata.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { findProcessedVideo } from '../../shared/http/find-video.ts';
import { openVersions } from '../../shared/stores/versions.ts';
import { openVideos } from '../../shared/stores/videos.ts';

export const handler = endpoint(
  listVersions,
  { videos: openVideos, versions: openVersions },
  async ({ principal, params, query }, { videos, versions }) => {
    const { newest } = await findProcessedVideo({ videos, versions }, principal, params.id);
    // What was committed after `newest` was read is not listed: the answer is one consistent moment.
    const before = Math.min(query.before ?? Number.POSITIVE_INFINITY, newest.version + 1);
    const entries = await versions.list(params.id, { before, limit: query.limit });
    return { body: { versions: entries, currentVersion: newest.version } };
  },
);
