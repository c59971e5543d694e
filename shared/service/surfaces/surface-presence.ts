import type { Opened } from '../../kernel/runtime/store-factories.ts';
import type { openDocumentReader } from '../../stores/documents/documents.ts';
import { isTombstone, type openVersionLists } from '../../stores/documents/versions.ts';
import type { SurfaceRef } from '../../stores/surfaces.ts';

/** Whether the document still has a surface; whichever way it was removed. */
export type Presence = 'present' | 'removed' | 'video deleted';

type Stores = Opened<{ versions: typeof openVersionLists; documents: typeof openDocumentReader }>;

/**
 * Looks again and again whether a surface is still in the document. Reads the objects only where the version is another one than
 * the last time.
 * @param known a version that has the surface; 0 where none is known
 */
export function surfacePresence(
  { versions, documents }: Pick<Stores, 'versions' | 'documents'>,
  { videoId, objectId }: SurfaceRef,
  known: number,
): () => Promise<Presence> {
  let seenIn = known;
  return async () => {
    const newest = await versions.newest(videoId);
    if (isTombstone(newest)) return 'video deleted';
    if (newest === null) return 'removed';
    if (newest.version === seenIn) return 'present';
    const found = await documents.readEntries(newest, { objects: [[objectId]] });
    const objects = found?.objects ?? (await documents.read(newest, 'objects'));
    if (!Object.hasOwn(objects, objectId)) return 'removed';
    seenIn = newest.version;
    return 'present';
  };
}
