import { listVersions } from '../../shared/contract/routes/metadata.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { findProcessedVideo } from '../../shared/service/videos/find-video.ts';
import { openVersions, type VersionEntry } from '../../shared/stores/documents/versions.ts';
import { openVideos } from '../../shared/stores/videos/videos.ts';

export const handler = endpoint(
  listVersions,
  { videos: openVideos, versions: openVersions },
  async ({ principal, params, query: { before, limit } }, { videos, versions }) => {
    let entries: Awaited<ReturnType<typeof versions.list>> = [];
    // The first page begins with the newest version: one look tells both.
    const firstPage = {
      async newest(videoId: string) {
        entries = await versions.list(videoId, { limit });
        return entries[0] ?? null;
      },
    };
    const { newest } = await findProcessedVideo<VersionEntry>(
      { videos, versions: before === undefined ? firstPage : versions },
      principal,
      params.id,
    );
    if (before !== undefined) {
      // What was committed after `newest` was read is not listed: the answer is one consistent moment.
      entries = await versions.list(params.id, { before: Math.min(before, newest.version + 1), limit });
    }
    const listed = entries.filter((entry) => 'description' in entry);
    return { body: { versions: listed, currentVersion: newest.version } };
  },
);
