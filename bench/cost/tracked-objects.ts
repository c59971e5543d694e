import type { StoredObject } from '../../shared/domain/metadata/document.ts';
import { commitVersion } from '../../shared/stores/commit.ts';
import { openDocuments } from '../../shared/stores/documents.ts';
import { processEnvironment } from '../../shared/stores/environment.ts';
import { isTombstone, openVersions } from '../../shared/stores/versions.ts';

/** Objects of a document that is the same on every machine; what a detector finds differs in the last digits. */
export const OBJECT_IDS = ['obj_000000000001', 'obj_000000000002'] as const;

const object = (id: string): StoredObject => ({
  id,
  kind: 'box',
  label: 'car',
  userLabel: null,
  confidence: 0.9,
  firstFrame: 0,
  lastFrame: 9,
  frameCount: 10,
  customData: {},
});

const track = [0, 9].map((frame) => ({ frame, time: frame / 10, x: 0.1, y: 0.1, width: 0.2, height: 0.2 }));

/** Makes a version of a processed video's document that has the objects. */
export async function addTrackedObjects(videoId: string): Promise<void> {
  const environment = processEnvironment();
  const versions = openVersions(environment);
  const newest = await versions.newest(videoId);
  if (isTombstone(newest)) throw new Error('The video is deleted');
  await commitVersion(
    { versions, documents: openDocuments(environment), environment },
    {
      videoId,
      start: newest,
      writeId: 'objects',
      change: async () => ({
        parts: {
          objects: Object.fromEntries(OBJECT_IDS.map((id) => [id, object(id)])),
          tracks: Object.fromEntries(OBJECT_IDS.map((id) => [id, track])),
        },
        description: 'Objects',
      }),
    },
  );
}
