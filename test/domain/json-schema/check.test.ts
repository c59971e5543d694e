import { expect, test } from 'vitest';
import { LIMITS } from '../../../shared/contract/limits.ts';
import { readSchema } from '../../../shared/domain/json-schema/read-schema.ts';
import { StepBudget } from '../../../shared/domain/json-schema/step-budget.ts';

function check(schema: unknown, value: unknown) {
  const budget = new StepBudget(LIMITS.schemaSteps);
  return readSchema(schema, ['configSchema'], budget).check(value, budget);
}

const deep = { properties: { list: { items: { properties: { size: { maximum: 10 } } } } } };

test.each([
  [deep, { list: [{ size: 1 }, { size: 11 }] }, ['list', '1', 'size'], 'must be at most 10'],
  [{ required: ['a', 'b'] }, { a: 1 }, ['b'], 'is required'],
  [{ additionalProperties: false }, { extra: 1 }, ['extra'], 'is not allowed'],
  [
    { unevaluatedProperties: false, allOf: [{ properties: { a: {} } }] },
    { a: 1, b: 1 },
    ['b'],
    'is not allowed',
  ],
  [{ type: ['string', 'null'] }, 1, [], 'must be of type string or null'],
  [{ enum: ['a', 1] }, 'b', [], 'must be one of "a", 1'],
  [{ const: { a: 1 } }, {}, [], 'must be {"a":1}'],
  [{ uniqueItems: true }, [{ a: 1, b: 2 }, 0, { b: 2, a: 1 }], ['2'], 'repeats an earlier item'],
  [
    { propertyNames: { maxLength: 2 } },
    { abc: 1 },
    ['abc'],
    'has a name that must have at most 2 characters',
  ],
  [{ anyOf: [{ type: 'string' }, { minimum: 5 }] }, 1, [], 'matches none of the schemas of anyOf'],
  [{ oneOf: [{ minimum: 1 }, { minimum: 2 }] }, 3, [], 'matches more than one of the schemas of oneOf'],
  [{ pattern: '^#[0-9a-f]{6}$' }, '#12345', [], 'must match the pattern ^#[0-9a-f]{6}$'],
])('%j refuses %j and says where and why', (schema, value, path, message) => {
  expect(check(schema, value)).toMatchObject({ path, message });
});

test('a range violation is reported in the form of the contract', () => {
  const counts = { min: 0, max: Number.MAX_SAFE_INTEGER };
  const doubles = { min: -Number.MAX_VALUE, max: Number.MAX_VALUE };
  const range = (schema: unknown, value: unknown) => check(schema, value)?.range;
  expect(range({ minimum: -2, maximum: 10 }, 11)).toEqual({ min: -2, max: 10, provided: 11 });
  expect(range({ maximum: -5 }, 11)).toEqual({ ...doubles, max: -5, provided: 11 });
  expect(range({ exclusiveMinimum: 1, maximum: 3 }, 1)).toEqual({ min: 1, max: 3, provided: 1 });
  expect(range({ minimum: 1, exclusiveMaximum: 3 }, 3)).toEqual({ min: 1, max: 3, provided: 3 });
  expect(range({ minLength: 3 }, 'ab')).toEqual({ ...counts, min: 3, provided: 2 });
  expect(range({ minItems: 1, maxItems: 2 }, [1, 2, 3])).toEqual({ min: 1, max: 2, provided: 3 });
  expect(range({ maxProperties: 1 }, { a: 1, b: 2 })).toEqual({ ...counts, max: 1, provided: 2 });
  expect(range({ contains: { const: 1 } }, [2])).toEqual({ ...counts, min: 1, provided: 0 });
});

test.each([
  ['0.3 is a multiple of 0.1', { multipleOf: 0.1 }, 0.3, true],
  ['0.35 is none', { multipleOf: 0.1 }, 0.35, false],
  ['1e308 is a multiple of 1e-308', { multipleOf: 1e-308 }, 1e308, true],
  ['the smallest double is none of 1', { multipleOf: 1 }, 5e-324, false],
  ['1.0 is an integer', { type: 'integer' }, JSON.parse('1.0'), true],
  ['0 and -0 are the same', { const: 0 }, JSON.parse('-0'), true],
  ['an emoji is one character', { maxLength: 1 }, '👍', true],
  ['an accent of its own is another one', { maxLength: 1 }, 'e\u0301', false],
  ['1 and true are not the same', { uniqueItems: true }, [1, true, '1', [1], { 1: 1 }], true],
  ['a format is an annotation', { format: 'email' }, 'none', true],
  ['a pattern is searched for anywhere', { pattern: 'b' }, 'abc', true],
  ['a class of Unicode', { pattern: '^\\p{L}+$' }, 'Größe', true],
  ['what a prototype has is not there', { required: ['toString'] }, {}, false],
  ['nor is it additional', { additionalProperties: false }, {}, true],
  ['nor named by properties', { properties: { a: {} }, additionalProperties: false }, { valueOf: 1 }, false],
  ['a member called __proto__ is a member', { required: ['__proto__'] }, JSON.parse('{"__proto__":1}'), true],
  [
    'and can have a schema',
    JSON.parse('{"properties":{"__proto__":{"type":"string"}}}'),
    JSON.parse('{"__proto__":1}'),
    false,
  ],
])('%s', (_, schema, value, matches) => {
  expect(check(schema, value) === null).toBe(matches);
});
