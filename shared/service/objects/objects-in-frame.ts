import { type FrameListing, regionOf } from '../../contract/schemas/object-query.ts';
import { placeAt } from '../../domain/document/query/seen-within.ts';
import { invalidAt } from '../../domain/json/path.ts';
import type { Principal } from '../../domain/keys/principal.ts';
import type { Opened } from '../../kernel/runtime/store-factories.ts';
import type { FrameIndex } from '../../media/probe/frame-index.ts';
import { openMediaFiles } from '../../stores/files/media-files.ts';
import { frameIndexOf } from '../videos/frame-index.ts';
import { READING_STORES, versionToRead } from '../videos/read-version.ts';
import { findObjects } from './find-objects.ts';
import { frameShownAt } from './frame-times.ts';
import { trackReader } from './read-tracks.ts';
import { readObjects } from './recent-objects.ts';

export const FRAME_OBJECTS_STORES = { ...READING_STORES, files: openMediaFiles };

/** A frame by its rank, or the one that is shown at a time in seconds. */
type AskedFrame = { readonly frame: number } | { readonly at: number };

/**
 * The objects that are seen in a frame of the caller's video, by id, and where each is.
 * @throws ApiError as `versionToRead`; `INVALID_PARAMETER` for a frame or a time that the video does not have
 */
export async function objectsInFrame(
  stores: Opened<typeof FRAME_OBJECTS_STORES>,
  principal: Principal,
  videoId: string,
  asked: AskedFrame,
  { region, version: wanted, ...filter }: FrameListing,
) {
  const { documents } = stores;
  const version = await versionToRead(stores, principal, videoId, wanted);
  const index = await frameIndexOf(stores, principal, videoId);
  const frame = frameOf(index, asked);
  const objects = await readObjects(documents, version);
  const search = {
    ...filter,
    range: { first: frame, last: frame },
    region: regionOf(region),
    sort: 'id',
  } as const;
  const placed = findObjects(objects, trackReader(documents, version), search, (object, track) =>
    placeAt(object, track, frame),
  );
  const found = [];
  for await (const [object, place] of placed) {
    const { id, kind, label, userLabel, confidence, customData } = object;
    found.push({ id, kind, label, userLabel, confidence, customData, ...place });
  }
  return {
    version: version.version,
    answer: {
      frame,
      time: index.times[frame] ?? 0,
      objects: found,
    },
  };
}

function frameOf(index: FrameIndex, asked: AskedFrame): number {
  if ('frame' in asked) {
    const last = index.times.length - 1;
    if (asked.frame <= last) return asked.frame;
    throw invalidAt(['frame'], `must be at most ${last}`, { max: last, provided: asked.frame });
  }
  const { at } = asked;
  const frame = frameShownAt(index, at);
  if (frame !== null) return frame;
  const [min = 0] = index.times;
  const max = index.endTime;
  throw invalidAt(['at'], `must be a time of the video: from ${min} to less than ${max} seconds`, {
    min,
    max,
    provided: at,
  });
}
