import { processEnvironment } from '../../shared/kernel/runtime/environment.ts';
import { commitVersion } from '../../shared/stores/documents/commit-version.ts';
import { openDocuments } from '../../shared/stores/documents/documents.ts';
import { isTombstone, openVersions } from '../../shared/stores/documents/versions.ts';
import { trackedCars } from '../../test/support/videos/seed-video.ts';

/** Fixed objects, so that the document is the same on every machine; detections differ in the last digits. */
export const OBJECT_IDS = ['obj_000000000001', 'obj_000000000002'] as const;

/** Commits a version of a processed video's document that has the objects. */
export async function addTrackedObjects(videoId: string): Promise<void> {
  const environment = processEnvironment();
  const versions = openVersions(environment);
  const newest = await versions.newest(videoId);
  if (isTombstone(newest)) throw new Error('The video is deleted');
  await commitVersion(
    { versions, documents: openDocuments(environment), environment },
    {
      accountId: newest?.accountId ?? '',
      videoId,
      start: newest,
      writeId: 'objects',
      reserve: async () => {},
      change: async () => ({
        parts: trackedCars(OBJECT_IDS),
        description: 'Objects',
      }),
    },
  );
}
