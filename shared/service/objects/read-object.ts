import { ApiError } from '../../contract/errors.ts';
import type { Keyframe } from '../../contract/schemas/metadata.ts';
import type { TrackSelection } from '../../contract/schemas/object-query.ts';
import { placeAt } from '../../domain/document/query/seen-within.ts';
import type { FrameRange } from '../../domain/document/seen-ranges.ts';
import { listTrackedObjects } from '../../domain/document/tracked-objects.ts';
import type { Principal } from '../../domain/keys/principal.ts';
import type { Opened } from '../../kernel/runtime/store-factories.ts';
import { openSurfaceReader } from '../../stores/surfaces.ts';
import { READING_STORES, versionToRead } from '../videos/read-version.ts';
import { trackReader } from './read-tracks.ts';

export const OBJECT_STORES = { ...READING_STORES, surfaces: openSurfaceReader };

/**
 * A tracked object of the caller's video with its track, the part of it that says where the object is in a range of frames, or
 * where it is in some frames.
 * @returns `isSettled`: the answer follows from the version alone
 * @throws ApiError as `versionToRead`; `OBJECT_NOT_FOUND`
 */
export async function readObject(
  stores: Opened<typeof OBJECT_STORES>,
  principal: Principal,
  { id: videoId, objectId }: { id: string; objectId: string },
  { frames, fromFrame = 0, toFrame = Number.MAX_SAFE_INTEGER, version: wanted }: TrackSelection,
) {
  const { documents, surfaces } = stores;
  const version = await versionToRead(stores, principal, videoId, wanted);
  const found = await documents.readEntries(version, { objects: [[objectId]] });
  const objects = found?.objects ?? (await documents.read(version, 'objects'));
  const object = Object.hasOwn(objects, objectId) ? objects[objectId] : undefined;
  if (object === undefined) throw new ApiError('OBJECT_NOT_FOUND', 'There is no such object.');
  const isSurface = object.kind === 'surface';
  const [tracks, trackings] = await Promise.all([
    trackReader(documents, version).few([objectId]),
    isSurface ? surfaces.ofVideo(videoId) : [],
  ]);
  const track = tracks(objectId);
  const [shown] = listTrackedObjects([object], version.version, trackings);
  const asked = frames?.split(',').map(Number);
  return {
    object: {
      ...(shown as NonNullable<typeof shown>),
      ...(asked === undefined
        ? { track: keyframesFor(track, { first: fromFrame, last: toFrame }) }
        : {
            positions: asked.flatMap((frame) => {
              const place = placeAt(object, track, frame);
              return place === undefined ? [] : [{ frame, ...place }];
            }),
          }),
    },
    version: version.version,
    isSettled: !isSurface,
  };
}

/** The keyframes by which the shape in each frame of a range is found, as by the whole track. */
function keyframesFor(track: readonly Keyframe[], { first, last }: FrameRange): Keyframe[] {
  const start = track.findLastIndex(({ frame }) => frame <= first);
  const end = track.findIndex(({ frame }) => frame >= last);
  return track.slice(Math.max(0, start), end < 0 ? undefined : end + 1);
}
