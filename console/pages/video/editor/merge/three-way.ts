import { entriesById } from '../../../../../shared/domain/json/entries-by-id.ts';
import { isJsonObject, jsonEqual } from '../../../../../shared/domain/json/json.ts';
import { toPointer } from '../../../../../shared/domain/json/json-pointer.ts';
import type { Path } from '../../../../../shared/domain/json/path.ts';
import { mergeOrders } from './merge-orders.ts';

/** One value in the version that both sides began with, and as either side has it now; `undefined` where it is not there. */
export interface Sides {
  readonly base: unknown;
  readonly mine: unknown;
  readonly theirs: unknown;
}

/** A place which both sides changed, and not in the same way. */
export interface Conflict extends Sides {
  /** JSON Pointer (RFC 6901), with ids in place of indices. */
  readonly pointer: string;
  /** Of what the sides differ: the value, or only the order of a list, of which the sides are the ids. */
  readonly kind: 'value' | 'order';
}

/** The value that takes the place of a conflict, `undefined` for none; of an order, the ids. */
type Decide = (conflict: Conflict) => unknown;

/**
 * Merges two edits of one JSON document. What only one side changed is taken from there, and what both changed in the same
 * way is taken once; `decide` is asked about the rest, as deep as the document goes. Lists whose entries have unique ids are
 * merged by id, any other list is one value. Additions of both sides to a list are all kept, those of `theirs` first.
 *
 * @returns the merged document; it shares its parts with the sides, which are not modified
 */
export const mergeThreeWay = (sides: Sides, decide: Decide): unknown => mergeAt([], sides, decide);

/** The conflicts of two edits of one document, in the order of the document. */
export function conflictsOf(sides: Sides): Conflict[] {
  const conflicts: Conflict[] = [];
  mergeThreeWay(sides, (conflict) => {
    conflicts.push(conflict);
    return conflict.theirs;
  });
  return conflicts;
}

function mergeAt(path: Path, sides: Sides, decide: Decide): unknown {
  const { base, mine, theirs } = sides;
  if (jsonEqual(base, mine)) return theirs;
  if (jsonEqual(base, theirs) || jsonEqual(mine, theirs)) return mine;

  if (isJsonObject(mine) && isJsonObject(theirs) && (base === undefined || isJsonObject(base))) {
    const members = {
      base: membersOf(base === undefined ? {} : base),
      mine: membersOf(mine),
      theirs: membersOf(theirs),
    };
    const names = new Set([...members.theirs.keys(), ...members.mine.keys()]);
    return Object.fromEntries(mergeMembers(path, names, members, decide));
  }
  const entries = {
    base: entriesById(base === undefined ? [] : base),
    mine: entriesById(mine),
    theirs: entriesById(theirs),
  };
  if (isComplete(entries)) {
    const order = mergeOrders(idsOf(entries), (orders) => {
      const chosen = decide({ pointer: toPointer(path), kind: 'order', ...orders });
      return chosen === orders.mine ? 'mine' : 'theirs';
    });
    return [...mergeMembers(path, order, entries, decide).values()];
  }
  return decide({ pointer: toPointer(path), kind: 'value', base, mine, theirs });
}

type Members = ReadonlyMap<string, unknown>;

interface MemberSides {
  readonly base: Members;
  readonly mine: Members;
  readonly theirs: Members;
}

/** Merges members of objects, or entries of lists, in this order. */
function mergeMembers(
  path: Path,
  names: Iterable<string>,
  { base, mine, theirs }: MemberSides,
  decide: Decide,
): Map<string, unknown> {
  const merged = new Map<string, unknown>();
  for (const name of names) {
    const sides = { base: base.get(name), mine: mine.get(name), theirs: theirs.get(name) };
    const value = mergeAt([...path, name], sides, decide);
    if (value !== undefined) merged.set(name, value);
  }
  return merged;
}

const membersOf = (object: object): Members => new Map(Object.entries(object));

const isComplete = (sides: { [Side in keyof MemberSides]: Members | null }): sides is MemberSides =>
  Object.values(sides).every((members) => members !== null);

const idsOf = ({ base, mine, theirs }: MemberSides) => ({
  base: [...base.keys()],
  mine: [...mine.keys()],
  theirs: [...theirs.keys()],
});
