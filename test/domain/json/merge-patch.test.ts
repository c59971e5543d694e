import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mergePatch } from '../../../shared/domain/json/merge-patch.ts';
import { deepFreeze } from '../document/documents.ts';

/** RFC 7396, appendix A: original, patch, result. */
const APPENDIX_A: [unknown, unknown, unknown][] = [
  [{ a: 'b' }, { a: 'c' }, { a: 'c' }],
  [{ a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }],
  [{ a: 'b' }, { a: null }, {}],
  [{ a: 'b', b: 'c' }, { a: null }, { b: 'c' }],
  [{ a: ['b'] }, { a: 'c' }, { a: 'c' }],
  [{ a: 'c' }, { a: ['b'] }, { a: ['b'] }],
  [{ a: { b: 'c' } }, { a: { b: 'd', c: null } }, { a: { b: 'd' } }],
  [{ a: [{ b: 'c' }] }, { a: [1] }, { a: [1] }],
  [
    ['a', 'b'],
    ['c', 'd'],
    ['c', 'd'],
  ],
  [{ a: 'b' }, ['c'], ['c']],
  [{ a: 'foo' }, null, null],
  [{ a: 'foo' }, 'bar', 'bar'],
  [{ e: null }, { a: 1 }, { e: null, a: 1 }],
  [[1, 2], { a: 'b', c: null }, { a: 'b' }],
  [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
];

const json = fc.jsonValue({ maxDepth: 4 });
const keys = fc.constantFrom('a', 'b', '__proto__', 'constructor', 'toString');
const { value: objects } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom<unknown>(null, 1, 'x', [1, null]),
    fc.dictionary(keys, tie('value')),
  ),
}));

describe('mergePatch', () => {
  test.each(APPENDIX_A)('merges as RFC 7396 shows: %j with %j is %j', (target, patch, result) => {
    expect(mergePatch(deepFreeze(target), deepFreeze(patch))).toEqual(result);
  });

  test('agrees with the algorithm of RFC 7396, section 2, on any values', () => {
    fc.assert(
      fc.property(fc.oneof(json, objects), fc.oneof(json, objects), (target, patch) => {
        expect(JSON.stringify(sorted(mergePatch(deepFreeze(target), deepFreeze(patch))))).toBe(
          JSON.stringify(sorted(reference(target, patch))),
        );
      }),
    );
  });

  test('never reaches a prototype', () => {
    const patch: unknown = JSON.parse(
      '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}',
    );
    const merged = mergePatch({ kept: 1 }, patch);
    expect(Object.getPrototypeOf(merged)).toBe(Object.prototype);
    expect(Object.hasOwn(merged as object, '__proto__')).toBe(true);
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
    expect(mergePatch({}, { toString: { a: 1 } })).toEqual({ toString: { a: 1 } });
  });

  test('returns the target itself when nothing changes', () => {
    const target = { a: { b: [1, { c: 2 }] }, d: 'x' };
    expect(mergePatch(target, { a: { b: [1, { c: 2 }] }, missing: null })).toBe(target);
  });
});

/** MergePatch of RFC 7396, section 2, word for word, on null-prototype maps. */
function reference(target: unknown, patch: unknown): unknown {
  if (typeof patch !== 'object' || patch === null || Array.isArray(patch)) return patch;
  const isObject = typeof target === 'object' && target !== null && !Array.isArray(target);
  const result = new Map<string, unknown>(isObject ? Object.entries(target) : []);
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) result.delete(name);
    else result.set(name, reference(result.get(name), value));
  }
  return Object.fromEntries(result);
}

/** Objects as sorted lists of members: equal exactly when the values are. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return { members: members.map(([key, member]) => [key, sorted(member)]) };
}
