import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dataPatch, parseData } from '../../../../../console/pages/video/objects/data-patch.ts';
import { mergePatch } from '../../../../../shared/domain/json/merge-patch.ts';

/** JSON without null, which a merge patch cannot set, and without the name that JSON.parse treats apart. */
const json = fc.letrec<{ value: unknown; data: Record<string, unknown> }>((tie) => ({
  value: fc.oneof(fc.boolean(), fc.integer(), fc.string(), fc.array(fc.integer()), tie('data')),
  data: fc.dictionary(fc.constantFrom('a', 'b', 'c', 'ä'), tie('value'), { maxKeys: 3 }),
})).data;

test('a patch makes of the one data the other', () => {
  fc.assert(
    fc.property(json, json, (from, to) => {
      expect(mergePatch(from, dataPatch(from, to))).toEqual(to);
    }),
  );
});

test('a patch has nothing of what stays', () => {
  expect(dataPatch({ a: 1, b: { c: 1, d: 2 } }, { a: 1, b: { c: 1, d: 3 } })).toEqual({ b: { d: 3 } });
  expect(dataPatch({ a: [1] }, { a: [1] })).toEqual({});
});

test('a member that is called as the prototype is said like any other, so that the service can refuse it', () => {
  const typed = parseData('{"__proto__": {"a": 1}}') ?? {};
  expect(JSON.stringify(dataPatch({}, typed))).toBe('{"__proto__":{"a":1}}');
  expect(JSON.stringify(dataPatch(typed, {}))).toBe('{"__proto__":null}');
});

test.each(['', '[1]', 'null', '"text"', '{"a":', '1'])('%s is no JSON object', (text) => {
  expect(parseData(text)).toBeNull();
});

test('a JSON object is read', () => {
  expect(parseData('{"a": [1, null]}')).toEqual({ a: [1, null] });
});
