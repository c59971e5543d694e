import fc from 'fast-check';
import { expect, test } from 'vitest';
import { changesBetween } from '../../../shared/domain/json/changes-between.ts';
import { jsonEqual } from '../../../shared/domain/json/json.ts';
import { toPointer } from '../../../shared/domain/json/json-pointer.ts';

const pointers = (before: unknown, after: unknown) =>
  changesBetween(before, after, ['doc']).map(({ path }) => toPointer(path));

const entries = (...ids: string[]) => ids.map((id) => ({ id }));

test.each<[string, unknown, unknown, string[]]>([
  [
    'members added, removed and changed',
    { a: 1, b: 2, c: 3 },
    { a: 1, b: 4, d: 5 },
    ['/doc/b', '/doc/c', '/doc/d'],
  ],
  ['nothing for another order of members', { a: 1, b: 2 }, { b: 2, a: 1 }, []],
  ['the deepest place', { a: { b: { c: 1 } } }, { a: { b: { c: 2 } } }, ['/doc/a/b/c']],
  [
    'entries by their ids',
    [
      { id: 'x', n: 1 },
      { id: 'y', n: 1 },
    ],
    [
      { id: 'z', n: 1 },
      { id: 'y', n: 2 },
    ],
    ['/doc/x', '/doc/y/n', '/doc/z'],
  ],
  ['a new order of entries', entries('a', 'b', 'c'), entries('b', 'a', 'c'), ['/doc']],
  [
    'no new order when entries come and go',
    entries('a', 'b', 'c'),
    entries('x', 'a', 'c'),
    ['/doc/b', '/doc/x'],
  ],
  ['a list without ids as one value', { l: [1, 2] }, { l: [2, 1] }, ['/doc/l']],
  ['a list with an id used twice as one value', entries('a', 'a'), entries('a'), ['/doc']],
  ['another kind of value', { a: {} }, { a: [] }, ['/doc/a']],
])('the changes tell %s', (_, before, after, expected) => {
  expect(pointers(before, after)).toEqual(expected);
});

test('the changes tell the values before and after', () => {
  expect(changesBetween({ a: 1, b: 2, l: entries('x', 'y') }, { b: 3, c: 4, l: entries('y', 'x') })).toEqual([
    { path: ['a'], kind: 'removed', before: 1, after: undefined },
    { path: ['b'], kind: 'changed', before: 2, after: 3 },
    { path: ['l'], kind: 'moved', before: ['x', 'y'], after: ['y', 'x'] },
    { path: ['c'], kind: 'added', before: undefined, after: 4 },
  ]);
});

test('the changes tell something exactly when the values differ', () => {
  const { json } = fc.letrec<{ json: unknown }>((tie) => ({
    json: fc.oneof(
      { maxDepth: 3 },
      fc.constantFrom<unknown>(null, 0, 'a', true),
      fc.array(tie('json'), { maxLength: 2 }),
      fc.dictionary(fc.constantFrom('id', 'a'), tie('json')),
      fc.array(fc.record({ id: fc.constantFrom('a', 'b'), n: tie('json') }), { maxLength: 2 }),
    ),
  }));
  fc.assert(
    fc.property(json, json, (before, after) => {
      expect(changesBetween(before, after).length === 0).toBe(jsonEqual(before, after));
    }),
    { numRuns: 2000 },
  );
});
