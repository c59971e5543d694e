import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalJson, jsonDepth, jsonEqual } from '../../../shared/domain/json/json.ts';

const json = fc.jsonValue({ maxDepth: 3 });

test('a value equals its copy with the members of each object the other way round', () => {
  fc.assert(
    fc.property(json, (value) => {
      expect(jsonEqual(value, reversed(value))).toBe(true);
    }),
  );
});

test('the canonical texts of two values are the same exactly when the values are equal', () => {
  fc.assert(
    fc.property(json, json, (a, b) => {
      expect(canonicalJson(reversed(a))).toBe(canonicalJson(a));
      expect(canonicalJson(a) === canonicalJson(b)).toBe(jsonEqual(a, b));
    }),
  );
});

test.each<[unknown, unknown]>([
  [{}, []],
  [{}, null],
  [[], {}],
  [0, null],
  [1, '1'],
  [{ a: 1 }, { b: 1 }],
  [{ a: 1 }, { a: 1, b: 1 }],
  [
    [1, 2],
    [2, 1],
  ],
  [[1], [1, 2]],
  [{ 0: 1 }, [1]],
  [JSON.parse('{"__proto__":{}}'), { a: {} }],
])('%j is not %j', (a, b) => {
  expect(canonicalJson(a)).not.toBe(canonicalJson(b));
  expect(jsonEqual(a, b)).toBe(false);
  expect(jsonEqual(b, a)).toBe(false);
});

test('depth counts containers, not values', () => {
  expect([1, 'x', null, {}, [], [[]], { a: [{}], b: 1 }].map(jsonDepth)).toEqual([0, 0, 0, 1, 1, 2, 3]);
});

function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([key, member]) => [key, reversed(member)]),
  );
}
