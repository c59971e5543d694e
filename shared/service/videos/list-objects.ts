import { listTrackedObjects } from '../../domain/document/tracked-objects.ts';
import type { Principal } from '../../domain/keys/principal.ts';
import type { Opened } from '../../kernel/runtime/store-factories.ts';
import { openDocumentReader } from '../../stores/documents/documents.ts';
import { openVersionLists } from '../../stores/documents/versions.ts';
import { openSurfaceReader } from '../../stores/surfaces.ts';
import { openVideoReader } from '../../stores/videos/videos.ts';
import { findProcessedVideo } from './find-video.ts';

export const OBJECTS_STORES = {
  videos: openVideoReader,
  versions: openVersionLists,
  documents: openDocumentReader,
  surfaces: openSurfaceReader,
};

/**
 * The tracked objects of the caller's video, of surfaces also whether they are still being tracked.
 * @returns `isSettled`: the list follows from the version alone, as that of surfaces does not
 * @throws ApiError as `findProcessedVideo`
 */
export async function listObjects(
  stores: Opened<typeof OBJECTS_STORES>,
  principal: Principal,
  videoId: string,
): Promise<{ objects: ReturnType<typeof listTrackedObjects>; version: number; isSettled: boolean }> {
  const { documents, surfaces } = stores;
  const { newest } = await findProcessedVideo(stores, principal, videoId);
  const objects = await documents.read(newest, 'objects');
  const hasSurfaces = Object.values(objects).some(({ kind }) => kind === 'surface');
  const trackings = hasSurfaces ? await surfaces.ofVideo(videoId) : [];
  return {
    objects: listTrackedObjects(objects, newest.version, trackings),
    version: newest.version,
    isSettled: !hasSurfaces,
  };
}
