import type { StoredObject } from '../../contract/schemas/metadata.ts';
import type { ObjectSort } from '../../contract/schemas/object-query.ts';
import { type ObjectFilter, objectTest } from '../../domain/document/query/object-filter.ts';
import { type ObjectPlace, objectOrder } from '../../domain/document/query/object-order.ts';
import { framesWithin, isSeenWithin, type TrackFilter } from '../../domain/document/query/seen-within.ts';
import type { TrackReader } from './read-tracks.ts';
import type { ReadObjects } from './recent-objects.ts';

export interface ObjectSearch extends ObjectFilter, TrackFilter {
  readonly sort: ObjectSort;
  /** Only objects that come after this place. */
  readonly after?: ObjectPlace | undefined;
}

/** Tracks that are read at a time: first few, since a page may be full soon. */
const FIRST_TRACKS = 64;
const MOST_TRACKS = 1024;

/** The objects that are searched for, in their order, as they are found. Tracks are read only of those that all else admits. */
export async function* findObjects(
  objects: ReadObjects,
  readTracks: TrackReader,
  search: ObjectSearch,
): AsyncGenerator<StoredObject> {
  const { sort, after, range, region, hidden } = search;
  const { placeOf, compare } = objectOrder(sort);
  const isWanted = objectTest(search);
  const needsTrack = range !== undefined || region !== undefined || hidden !== undefined;
  let waiting: StoredObject[] = [];
  let most = FIRST_TRACKS;
  const seen = async (): Promise<StoredObject[]> => {
    const trackOf = await readTracks(waiting.map(({ id }) => id));
    return waiting.filter((object) => isSeenWithin(object, trackOf(object.id), search));
  };
  for (const object of objects.inOrder(sort)) {
    if (after !== undefined && compare(placeOf(object), after) <= 0) continue;
    if (framesWithin(object, range) === null || !isWanted(object)) continue;
    if (!needsTrack) yield object;
    else waiting.push(object);
    if (waiting.length < most) continue;
    yield* await seen();
    [waiting, most] = [[], Math.min(2 * most, MOST_TRACKS)];
  }
  if (waiting.length > 0) yield* await seen();
}
