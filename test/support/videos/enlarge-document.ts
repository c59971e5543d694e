import { uuidv7 } from '../../../shared/domain/ids.ts';
import type { Environment } from '../../../shared/kernel/runtime/environment.ts';
import { systemRuntime } from '../../../shared/kernel/runtime/runtime.ts';
import { commitVersion } from '../../../shared/stores/documents/commit-version.ts';
import { openDocuments } from '../../../shared/stores/documents/documents.ts';
import { isTombstone, openVersions } from '../../../shared/stores/documents/versions.ts';
import { trackedCars } from './seed-video.ts';

/** Commits a version with objects of the given ids, of which a later detection keeps the first, and a variable that holds `text`. */
export async function enlargeDocument(
  environment: Environment,
  videoId: string,
  ids: readonly [string, ...string[]],
  text: string,
): Promise<void> {
  const versions = openVersions(environment);
  const newest = await versions.newest(videoId);
  if (isTombstone(newest)) throw new Error('The video is deleted');
  const { objects, tracks } = trackedCars([...ids]);
  const [object] = Object.values(objects);
  if (object === undefined) throw new Error('There is no object');
  await commitVersion(
    { versions, documents: openDocuments(environment), environment },
    {
      accountId: newest?.accountId ?? '',
      videoId,
      start: newest,
      writeId: uuidv7(systemRuntime),
      reserve: async () => {},
      change: async () => ({
        parts: {
          objects: { ...objects, [ids[0]]: { ...object, userLabel: 'Ann', customData: { text } } },
          tracks,
          variables: [{ id: 'large', value: text }],
        },
        description: 'Large',
      }),
    },
  );
}
