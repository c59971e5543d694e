import type { Environment } from '../../../shared/kernel/runtime/environment.ts';
import { commitVersion } from '../../../shared/stores/documents/commit-version.ts';
import { openDocuments } from '../../../shared/stores/documents/documents.ts';
import { isTombstone, openVersions } from '../../../shared/stores/documents/versions.ts';
import { rewriteVersion } from './rewrite-version.ts';
import { trackedCars } from './seed-video.ts';

/** Commits a version that an earlier release would have written, in schema 0.9: one object, and the text as its author. */
export async function commitEarlierVersion(
  environment: Environment,
  videoId: string,
  author: string,
): Promise<void> {
  const versions = openVersions(environment);
  const newest = await versions.newest(videoId);
  if (isTombstone(newest)) throw new Error('The video is deleted');
  const { objects, tracks } = trackedCars(['old']);
  const earlier = Object.entries(objects).map(([key, { label, ...car }]) => [key, { ...car, class: label }]);
  const committed = await commitVersion(
    { versions, documents: openDocuments(environment), environment },
    {
      accountId: newest?.accountId ?? '',
      videoId,
      start: newest,
      writeId: 'earlier',
      reserve: async () => {},
      change: async () => ({
        parts: { objects: Object.fromEntries(earlier), tracks, extra: { author } },
        description: 'By an earlier release',
        labels: [],
      }),
    },
  );
  if (committed === null) throw new Error('The video is deleted');
  await rewriteVersion(environment, videoId, committed.version, (item) => ({
    ...item,
    schemaVersion: '0.9',
  }));
}
