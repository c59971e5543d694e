import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Conflict,
  conflictsOf,
  mergeThreeWay,
} from '../../../../../../console/pages/video/editor/merge/three-way.ts';
import { changesBetween } from '../../../../../../shared/domain/json/changes-between.ts';
import { isJsonObject } from '../../../../../../shared/domain/json/json.ts';
import { toPointer } from '../../../../../../shared/domain/json/json-pointer.ts';
import type { Path } from '../../../../../../shared/domain/json/path.ts';
import { jsonDocument } from './json-documents.ts';

const takeMine = ({ mine }: Conflict): unknown => mine;
const takeTheirs = ({ theirs }: Conflict): unknown => theirs;
const merge = (base: unknown, mine: unknown, theirs: unknown) =>
  mergeThreeWay({ base, mine, theirs }, () => expect.fail('there is a conflict'));
const places = (base: unknown, mine: unknown, theirs: unknown) =>
  conflictsOf({ base, mine, theirs }).map(({ pointer, kind }) => `${kind} ${pointer}`);

const entries = (...ids: string[]) => ids.map((id) => ({ id }));

describe('a merge makes without a question', () => {
  test.each<[string, unknown, unknown, unknown, unknown]>([
    ['changes of different members', { a: 1, b: 1 }, { a: 2, b: 1 }, { a: 1, b: 3 }, { a: 2, b: 3 }],
    ['the same change of both', { a: 1 }, { a: 2 }, { a: 2 }, { a: 2 }],
    ['a removal and a change elsewhere', { a: 1, b: 1 }, { b: 1 }, { a: 1, b: 2 }, { b: 2 }],
    ['additions of different members', {}, { a: { x: 1 } }, { a: { y: 2 } }, { a: { x: 1, y: 2 } }],
    [
      'changes of different members of one entry, which moved',
      [{ id: 'x', n: 1, m: 1 }, { id: 'y' }],
      [{ id: 'x', n: 2, m: 1 }, { id: 'y' }],
      [{ id: 'y' }, { id: 'x', n: 1, m: 2 }],
      [{ id: 'y' }, { id: 'x', n: 2, m: 2 }],
    ],
    [
      'additions to one list, at its end and behind an entry',
      entries('a', 'b'),
      entries('a', 'm', 'b', 'm2'),
      entries('a', 'b', 't'),
      entries('a', 'm', 'b', 't', 'm2'),
    ],
    ['an addition and a removal', entries('a', 'b'), entries('a', 'b', 'c'), entries('b'), entries('b', 'c')],
  ])('%s', (_, base, mine, theirs, merged) => {
    expect(merge(base, mine, theirs)).toEqual(merged);
  });
});

describe('a merge asks about', () => {
  test.each<[string, unknown, unknown, unknown, string[]]>([
    ['two values for one member', { a: { b: 1 } }, { a: { b: 2 } }, { a: { b: 3 } }, ['value /a/b']],
    ['what one side removed and the other changed', entries('x'), [], [{ id: 'x', n: 1 }], ['value /x']],
    ['two entries added under one id', [], [{ id: 'x', n: 1 }], [{ id: 'x', n: 2 }], ['value /x/n']],
    ['lists without ids, as a whole', { l: [1] }, { l: [1, 2] }, { l: [1, 3] }, ['value /l']],
    ['two orders', entries('a', 'b', 'c'), entries('b', 'a', 'c'), entries('c', 'a', 'b'), ['order ']],
    ['names that are escaped', { 'a/~': 1 }, { 'a/~': 2 }, { 'a/~': 3 }, ['value /a~1~0']],
    ['null that became a list', { l: null }, { l: entries('a') }, { l: entries('b') }, ['value /l']],
  ])('%s', (_, base, mine, theirs, expected) => {
    expect(places(base, mine, theirs)).toEqual(expected);
  });
});

test('a conflict shows its three values, and the decision replaces it', () => {
  const sides = { base: { a: 1, b: 1 }, mine: { a: 2, b: 2 }, theirs: { b: 3 } };
  expect(conflictsOf(sides)).toEqual([
    { pointer: '/b', kind: 'value', base: 1, mine: 2, theirs: 3 },
    { pointer: '/a', kind: 'value', base: 1, mine: 2, theirs: undefined },
  ]);
  expect(mergeThreeWay(sides, takeMine)).toEqual({ a: 2, b: 2 });
  expect(mergeThreeWay(sides, takeTheirs)).toEqual({ b: 3 });
  expect(mergeThreeWay(sides, ({ pointer }) => (pointer === '/a' ? undefined : 9))).toEqual({ b: 9 });
});

const documents = fc.tuple(jsonDocument, jsonDocument, jsonDocument);

test('where one side changed nothing, or both the same, the result is the other side', () => {
  fc.assert(
    fc.property(jsonDocument, jsonDocument, (base, changed) => {
      expect(merge(base, changed, base)).toEqual(changed);
      expect(merge(base, base, changed)).toEqual(changed);
      expect(merge(base, changed, changed)).toEqual(changed);
    }),
  );
});

/** The places inside a value that have nothing inside. */
const leaves = (value: unknown, path: Path): Path[] =>
  isJsonObject(value) && Object.keys(value).length > 0
    ? Object.entries(value).flatMap(([name, member]) => leaves(member, [...path, name]))
    : [path];

function at(value: unknown, path: Path): unknown {
  let found = value;
  for (const name of path) {
    if (Array.isArray(found)) found = found.find((entry) => isJsonObject(entry) && entry.id === name);
    else found = isJsonObject(found) && Object.hasOwn(found, name) ? found[name] : undefined;
  }
  return found;
}

test('outside of conflicts every edit of both sides is in the result, whatever is decided', () => {
  let edits = 0;
  fc.assert(
    fc.property(documents, fc.boolean(), ([base, mine, theirs], choice) => {
      const sides = { base, mine, theirs };
      const conflicts = conflictsOf(sides).map(({ pointer }) => pointer);
      const merged = mergeThreeWay(sides, choice ? takeMine : takeTheirs);
      for (const side of [mine, theirs]) {
        for (const { path, kind, after } of changesBetween(base, side)) {
          if (kind === 'moved') continue;
          for (const leaf of kind === 'removed' ? [path] : leaves(after, path)) {
            const pointer = toPointer(leaf);
            const inConflict = conflicts.some((conflict) => {
              return pointer.startsWith(conflict) || conflict.startsWith(toPointer(path));
            });
            if (inConflict) continue;
            edits++;
            const [wanted, found] = [at(side, leaf), at(merged, leaf)];
            // An empty object of one side may have been filled by the other.
            if (isJsonObject(wanted) || Array.isArray(wanted)) expect(found).toBeDefined();
            else expect(found).toEqual(wanted);
          }
        }
      }
    }),
    { numRuns: 1000 },
  );
  expect(edits).toBeGreaterThan(1000);
});

test('conflicts are the same from either side, with the sides exchanged', () => {
  const place = ({ pointer, kind }: Conflict) => `${kind} ${pointer}`;
  fc.assert(
    fc.property(documents, ([base, mine, theirs]) => {
      const here = conflictsOf({ base, mine, theirs });
      const there = conflictsOf({ base, mine: theirs, theirs: mine });
      expect(here.map(place).sort()).toEqual(there.map(place).sort());
      for (const conflict of here) {
        const other = there.find((it) => place(it) === place(conflict));
        expect(other).toMatchObject({ mine: conflict.theirs, theirs: conflict.mine });
      }
    }),
  );
});

test('taking one side at every conflict leaves nothing of the other side in them', () => {
  fc.assert(
    fc.property(documents, ([base, mine, theirs]) => {
      const sides = { base, mine, theirs };
      const merged = mergeThreeWay(sides, takeMine);
      for (const { pointer, kind, mine: wanted } of conflictsOf(sides)) {
        if (kind === 'order') continue;
        const path = pointer.split('/').slice(1);
        const names = path.map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
        expect(at(merged, names)).toEqual(wanted);
      }
    }),
  );
});

test('the arguments are not modified', () => {
  fc.assert(
    fc.property(documents, (sides) => {
      const text = JSON.stringify(sides);
      const [base, mine, theirs] = sides;
      mergeThreeWay({ base, mine, theirs }, takeMine);
      expect(JSON.stringify(sides)).toBe(text);
    }),
  );
});
