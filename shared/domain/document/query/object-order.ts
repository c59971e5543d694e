import type { StoredObject } from '../../../contract/schemas/metadata.ts';
import type { ObjectSort } from '../../../contract/schemas/object-query.ts';

/** The place of an object in an order: what it is sorted by, then its id, which rises in every order. */
export type ObjectPlace = readonly [value: string | number, id: string];

export interface ObjectOrder {
  placeOf(object: StoredObject): ObjectPlace;
  compare(a: ObjectPlace, b: ObjectPlace): number;
}

/** @param sort a member; with `-` before it from the highest value to the lowest */
export function objectOrder(sort: ObjectSort): ObjectOrder {
  const isFalling = sort.startsWith('-');
  const member = sort.replace('-', '') as 'label';
  const sign = isFalling ? -1 : 1;
  return {
    placeOf: (object) => [placeValue(object[member]), object.id],
    compare: ([a, idA], [b, idB]) => sign * order(a, b) || order(idA, idB),
  };
}

/** Texts that agree for so long have one place, since cursors name it. */
const PLACE_LENGTH = 255;

export const placeValue = <Value extends string | number>(value: Value): Value | string =>
  typeof value === 'string' ? value.slice(0, PLACE_LENGTH) : value;

/** Texts by their UTF-16 code units, as JavaScript compares them. */
const order = <Value extends string | number>(a: Value, b: Value): number => (a < b ? -1 : a > b ? 1 : 0);

/** Objects in an order. */
export function ordered(objects: readonly StoredObject[], sort: ObjectSort): StoredObject[] {
  const { placeOf, compare } = objectOrder(sort);
  return objects
    .map((object) => ({ object, place: placeOf(object) }))
    .sort((a, b) => compare(a.place, b.place))
    .map(({ object }) => object);
}
