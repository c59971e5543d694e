import type { StoredObject } from '../../contract/schemas/metadata.ts';
import type { ObjectSort } from '../../contract/schemas/object-query.ts';
import { ordered } from '../../domain/document/query/object-order.ts';
import { RecentlyUsed } from '../../kernel/runtime/recently-used.ts';
import type { DocumentReader } from '../../stores/documents/documents.ts';
import { type Version, writeName } from '../../stores/documents/versions.ts';

/** The objects of a version, without their tracks; not to be changed. */
export interface ReadObjects {
  /** In an order, which is made once. */
  inOrder(sort: ObjectSort): readonly StoredObject[];
}

/** Versions whose objects are kept, and the most bytes of JSON that are kept of one: enough for 10,000 objects. */
const KEPT = 2;
const MOST_BYTES = 4 * 2 ** 20;

/** By the write that made the version, which never changes. */
const kept = new RecentlyUsed<Promise<ReadObjects>>(KEPT);

/**
 * The objects of a version. Those of the last few versions are kept, since the next page of a list, or the next frame, is asked
 * for soon.
 */
export async function readObjects(
  documents: Pick<DocumentReader, 'read'>,
  version: Version,
): Promise<ReadObjects> {
  const name = `${version.videoId}/${writeName(version)}`;
  const known = kept.get(name);
  const reading = known ?? documents.read(version, 'objects').then(inOrders);
  const { objects, edits } = version.parts;
  if (objects.size + (edits?.size ?? 0) > MOST_BYTES) return reading;
  if (known !== undefined) return known;
  kept.set(name, reading);
  // What could not be read must not stay.
  reading.catch(() => kept.delete(name, reading));
  return reading;
}

function inOrders(byId: Record<string, StoredObject>): ReadObjects {
  const orders = new Map<ObjectSort, StoredObject[]>();
  return {
    inOrder(sort) {
      const known = orders.get(sort) ?? ordered(Object.values(byId), sort);
      orders.set(sort, known);
      return known;
    },
  };
}
