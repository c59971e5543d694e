import type { Keyframe, StoredObject } from '../../contract/schemas/metadata.ts';
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

/** Objects whose tracks are read by themselves, since a page may be full soon; those of all others are read in one pass. */
const FEW = 64;

/**
 * The objects that are searched for, in their order, as they are found. Tracks are read only of those that all else admits.
 * @param shown makes of an object's track what is needed of it, if it has to be read
 */
export async function* findObjects<Shown>(
  objects: ReadObjects,
  tracks: TrackReader,
  search: ObjectSearch,
  shown: (object: StoredObject, track: readonly Keyframe[]) => Shown,
): AsyncGenerator<readonly [object: StoredObject, shown: Shown | undefined]> {
  const { range, region, hidden } = search;
  if (range === undefined && region === undefined && hidden === undefined) {
    for (const object of admitted(objects, search)) yield [object, undefined];
    return;
  }
  const candidates = [...admitted(objects, search)];
  const first = candidates.slice(0, FEW);
  const trackOf = await tracks.few(first.map(({ id }) => id));
  for (const object of first) {
    const track = trackOf(object.id);
    if (isSeenWithin(object, track, search)) yield [object, shown(object, track)];
  }
  const others = new Map(candidates.slice(FEW).map((object) => [object.id, object]));
  if (others.size === 0) return;
  const found = new Map<string, Shown>();
  const look = (object: StoredObject, track: readonly Keyframe[]): void => {
    if (isSeenWithin(object, track, search)) found.set(object.id, shown(object, track));
  };
  const tracked = new Set<string>();
  for await (const [id, track] of tracks.many(others.keys())) {
    tracked.add(id);
    const object = others.get(id);
    if (object !== undefined) look(object, track);
  }
  for (const object of others.values()) {
    if (!tracked.has(object.id)) look(object, []);
    if (found.has(object.id)) yield [object, found.get(object.id)];
  }
}

/** The objects that a search admits as far as that can be said without their tracks, in its order. */
function* admitted(objects: ReadObjects, search: ObjectSearch): Generator<StoredObject, undefined> {
  const { sort, after, range } = search;
  const { placeOf, compare } = objectOrder(sort);
  const isWanted = objectTest(search);
  for (const object of objects.inOrder(sort)) {
    if (after !== undefined && compare(placeOf(object), after) <= 0) continue;
    if (framesWithin(object, range) !== null && isWanted(object)) yield object;
  }
}
