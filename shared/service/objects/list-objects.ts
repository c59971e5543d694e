import * as z from 'zod';
import type { StoredObject } from '../../contract/schemas/metadata.ts';
import { type ObjectListing, regionOf } from '../../contract/schemas/object-query.ts';
import { fromCursor, toCursor } from '../../domain/cursor.ts';
import { objectOrder } from '../../domain/document/query/object-order.ts';
import type { FrameRange } from '../../domain/document/seen-ranges.ts';
import { listTrackedObjects } from '../../domain/document/tracked-objects.ts';
import type { Principal } from '../../domain/keys/principal.ts';
import type { Opened } from '../../kernel/runtime/store-factories.ts';
import { openMediaFiles } from '../../stores/files/media-files.ts';
import { openSurfaceReader } from '../../stores/surfaces.ts';
import { frameIndexOf } from '../videos/frame-index.ts';
import { READING_STORES, versionToRead } from '../videos/read-version.ts';
import { findObjects } from './find-objects.ts';
import { framesShownBetween } from './frame-times.ts';
import { trackReader } from './read-tracks.ts';
import { readObjects } from './recent-objects.ts';

export const OBJECTS_STORES = { ...READING_STORES, surfaces: openSurfaceReader, files: openMediaFiles };

type ObjectStores = Opened<typeof OBJECTS_STORES>;

const POSITION = z.tuple([z.int().min(1), z.union([z.string(), z.number()]), z.string()]);

/**
 * The tracked objects of the caller's video that are asked for, of surfaces also whether they are still being tracked. A page is
 * of the version of the page before it.
 * @returns `isSettled`: the list follows from the version alone, as that of surfaces does not
 * @throws ApiError as `versionToRead`; `INVALID_PARAMETER` for a cursor of another list
 */
export async function listObjects(
  stores: ObjectStores,
  principal: Principal,
  videoId: string,
  { cursor, limit = Number.POSITIVE_INFINITY, fields: _, ...query }: ObjectListing,
) {
  const { version: __, ...asked } = query;
  const listed = { videoId, ...asked };
  const [pinned, ...after] = cursor === undefined ? [] : fromCursor(cursor, listed, POSITION);
  const version = await versionToRead(stores, principal, videoId, pinned ?? query.version);
  const range = await askedRange(stores, principal, videoId, query);
  const found: StoredObject[] = [];
  if (range !== null) {
    const { documents } = stores;
    const search = {
      ...query,
      range,
      region: regionOf(query.region),
      after: after.length === 2 ? after : undefined,
    };
    const objects = findObjects(
      await readObjects(documents, version),
      trackReader(documents, version),
      search,
      () => undefined,
    );
    for await (const [object] of objects) if (found.push(object) > limit) break;
  }
  const shown = found.slice(0, limit);
  const last = found.length > limit ? shown.at(-1) : undefined;
  const hasSurfaces = shown.some(({ kind }) => kind === 'surface');
  const trackings = hasSurfaces ? await stores.surfaces.ofVideo(videoId) : [];
  return {
    objects: listTrackedObjects(shown, version.version, trackings),
    nextCursor: last && toCursor(listed, [version.version, ...objectOrder(query.sort).placeOf(last)]),
    version: version.version,
    isSettled: !hasSurfaces,
  };
}

/** The frames in which objects are to be seen; undefined: whether they are is not asked; null: the video has none of them. */
async function askedRange(
  { files, ...stores }: ObjectStores,
  principal: Principal,
  videoId: string,
  { fromFrame, toFrame, fromTime, toTime }: ObjectListing,
): Promise<FrameRange | null | undefined> {
  if (fromTime !== undefined || toTime !== undefined)
    return framesShownBetween(await frameIndexOf({ files, ...stores }, principal, videoId), fromTime, toTime);
  if (fromFrame === undefined && toFrame === undefined) return undefined;
  return { first: fromFrame ?? 0, last: toFrame ?? Number.MAX_SAFE_INTEGER };
}
