import { describe, expect, test } from 'vitest';
import { ApiError } from '../../../shared/contract/errors.ts';
import { LIMITS } from '../../../shared/contract/limits.ts';
import type { Failure } from '../../../shared/domain/json-schema/evaluation.ts';
import { readSchema } from '../../../shared/domain/json-schema/read-schema.ts';
import { StepBudget } from '../../../shared/domain/json-schema/step-budget.ts';

const AT = ['layers', 'l', 'overlays', 'o', 'plugin', 'config'];

/** What comes of a check; every schema here must be accepted. */
function outcome(schema: unknown, value: unknown): Failure | ApiError | null {
  readSchema(schema, AT, new StepBudget(LIMITS.schemaSteps));
  const budget = new StepBudget(LIMITS.schemaSteps);
  budget.at = AT;
  try {
    return readSchema(schema, AT, budget).check(value, budget);
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}

const many = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => make(i));
const members = <T>(count: number, make: (index: number) => T): Record<string, T> =>
  Object.fromEntries(many(count, (i) => [`p${i}`, make(i)]));
const nested = (depth: number): unknown => (depth === 0 ? 1 : [nested(depth - 1)]);

/** Every definition refers `width` times to the next; the last one matches nothing. */
const laughs = (length: number, width: number, keyword: string) => ({
  $ref: '#/$defs/a0',
  $defs: Object.fromEntries(
    many(length, (i) => [
      `a${i}`,
      i === length - 1 ? { not: {} } : { [keyword]: many(width, () => ({ $ref: `#/$defs/a${i + 1}` })) },
    ]),
  ),
});

const mutual = {
  $ref: '#/$defs/a',
  $defs: {
    a: { anyOf: many(3, () => ({ items: { $ref: '#/$defs/b' } })) },
    b: { allOf: [{ $ref: '#/$defs/a' }], not: { type: 'number' } },
  },
};

/** Goes through so many references for each level of the value. */
const roundabout = (length: number) => ({
  $ref: '#/$defs/a0',
  $defs: Object.fromEntries(
    many(length, (i) => {
      const next = { $ref: `#/$defs/a${(i + 1) % length}` };
      return [`a${i}`, i === length - 1 ? { items: next } : { allOf: [next] }];
    }),
  ),
});

describe('what would take too long ends in a refusal that names the configuration', () => {
  const field = AT.join('.');

  test.each([
    ['exponential branching', laughs(40, 8, 'anyOf'), 1],
    [
      'exponential branching, evaluated members noted',
      { ...laughs(40, 8, 'anyOf'), unevaluatedItems: {} },
      1,
    ],
    ['mutual recursion into the value', mutual, nested(60)],
    ['many references at each level of a deep value', roundabout(8), nested(60)],
    ['many schemas on many items', { items: { allOf: many(4000, () => ({})) } }, many(5000, () => 1)],
    [
      'many names on many items',
      { items: { properties: members(4000, () => true) } },
      many(5000, () => ({})),
    ],
    ['long text counted often', { allOf: many(2000, () => ({ minLength: 1 })) }, 'ab'.repeat(100_000)],
    [
      'large values compared often',
      { allOf: many(2000, () => ({ not: { const: 1 } })) },
      many(10_000, (i) => [i]),
    ],
    ['large patterns on long text', { pattern: '(a|b)*a(a|b){100}c' }, 'ab'.repeat(300_000)],
    [
      'members noted over and over',
      { unevaluatedProperties: false, allOf: many(500, () => ({ patternProperties: { p: true } })) },
      members(5000, () => 1),
    ],
  ])('%s', (_, schema, value) => {
    expect(outcome(schema, value)).toMatchObject({ code: 'INVALID_PARAMETER', field });
  });
});

describe('what only looks hostile is checked', () => {
  test.each([
    ['a pattern that makes others backtrack', { pattern: '^(a|a)*$' }, `${'a'.repeat(100_000)}b`, false],
    ['a huge enum', { items: { enum: many(9000, (i) => i) } }, many(9000, (i) => i), true],
    ['a oneOf of ten thousand branches', { oneOf: [...many(9999, () => false), true] }, 1, true],
    ['giant limits', { maxLength: 1e308, maxItems: Number.MAX_SAFE_INTEGER, minItems: 0 }, 'x', true],
    ['many distinct items', { uniqueItems: true }, many(50_000, (i) => [i]), true],
  ])('%s', (_, schema, value, matches) => {
    expect(outcome(schema, value)).toEqual(matches ? null : expect.objectContaining({ path: [] }));
  });
});

test.each([
  ['many costly patterns', { anyOf: many(12, (i) => ({ pattern: `[${'\\pL\\PN'.repeat(80 - i)}]` })) }],
  ['large programs over large classes', { anyOf: many(12, (i) => ({ pattern: `\\pL{${900 + i}}` })) }],
  ['references that lead on and on', laughs(1200, 1, 'allOf')],
])('a schema with %s is not installed', (_, schema) => {
  expect(() => readSchema(schema, ['configSchema'], new StepBudget(LIMITS.schemaSteps))).toThrow(ApiError);
});
