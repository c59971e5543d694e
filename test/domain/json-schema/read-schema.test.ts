import { expect, test } from 'vitest';
import type { ApiError } from '../../../shared/contract/errors.ts';
import { LIMITS } from '../../../shared/contract/limits.ts';
import { readSchema } from '../../../shared/domain/json-schema/read-schema.ts';
import { StepBudget } from '../../../shared/domain/json-schema/step-budget.ts';

const read = (schema: unknown) => readSchema(schema, ['configSchema'], new StepBudget(LIMITS.schemaSteps));

function refusal(schema: unknown): unknown[] {
  try {
    read(schema);
  } catch (error) {
    const { code, field } = error as ApiError;
    return [code, field];
  }
  return ['accepted'];
}

/** Containers of a schema inside one another. */
const nested = (depth: number): unknown => (depth === 1 ? {} : { not: nested(depth - 1) });

const circle = {
  $ref: '#/$defs/a',
  $defs: { a: { allOf: [{ $ref: '#/$defs/b' }] }, b: { $ref: '#/$defs/a' } },
};

test.each([
  ['no schema', 7, 'configSchema'],
  ['an invalid nested schema', { properties: { size: 7 } }, 'configSchema.properties.size'],
  ['an unknown type', { type: 'text' }, 'configSchema.type'],
  ['a type twice', { type: ['null', 'null'] }, 'configSchema.type'],
  ['a bound that is no number', { items: { minimum: '1' } }, 'configSchema.items.minimum'],
  ['a length below 0', { maxLength: -1 }, 'configSchema.maxLength'],
  ['a length that is not whole', { maxLength: 1.5 }, 'configSchema.maxLength'],
  ['a factor of 0', { multipleOf: 0 }, 'configSchema.multipleOf'],
  ['a list that must not be empty', { anyOf: [] }, 'configSchema.anyOf'],
  ['items of an earlier dialect', { items: [{}] }, 'configSchema.items'],
  ['a required name that is no string', { required: ['a', 1] }, 'configSchema.required.1'],
  ['members that are no object', { properties: [] }, 'configSchema.properties'],
  ['an else that is no schema, though without if', { else: 1 }, 'configSchema.else'],
  ['a count beside nothing', { minContains: 'x' }, 'configSchema.minContains'],
  ['another dialect', { $schema: 'http://json-schema.org/draft-07/schema#' }, 'configSchema.$schema'],
  ['a document inside', { $defs: { a: { $id: 'https://example.org/a' } } }, 'configSchema.$defs.a.$id'],
  ['a dynamic reference', { $dynamicRef: '#a' }, 'configSchema.$dynamicRef'],
  [
    'a reference to another document',
    { items: { $ref: 'https://example.org/a' } },
    'configSchema.items.$ref',
  ],
  ['a reference to nowhere', { $ref: '#/$defs/a' }, 'configSchema.$ref'],
  ['a reference to anything but a schema', { $ref: '#/enum', enum: [{}] }, 'configSchema.$ref'],
  ['a reference that is badly encoded', { $ref: '#/%zz' }, 'configSchema.$ref'],
  ['a reference to a prototype', { $ref: '#/__proto__' }, 'configSchema.$ref'],
  ['an unknown anchor', { $ref: '#a' }, 'configSchema.$ref'],
  ['an anchor twice', { $anchor: 'a', $defs: { b: { $anchor: 'a' } } }, 'configSchema.$defs.b.$anchor'],
  ['itself', { $ref: '#' }, 'configSchema'],
  ['a circle on the same value', circle, 'configSchema.$defs.a'],
  ['look-around', { pattern: 'a(?!b)' }, 'configSchema.pattern'],
  ['a flag', { pattern: '(?i)a' }, 'configSchema.pattern'],
  ['a back reference', { pattern: '(a)\\1' }, 'configSchema.pattern'],
  ['an invalid pattern', { patternProperties: { '(': {} } }, 'configSchema.patternProperties.('],
  ['a long pattern', { pattern: 'a'.repeat(501) }, 'configSchema.pattern'],
  ['a pattern with a large program', { pattern: 'a{500}b{500}' }, 'configSchema.pattern'],
  ['deep nesting', nested(33), 'configSchema'],
  ['a large schema', { description: 'x'.repeat(65_536) }, 'configSchema'],
])('%s is refused at its place', (_, schema, field) => {
  expect(refusal(schema)).toEqual(['INVALID_PARAMETER', field]);
});

test.each([
  ['true', true],
  ['the empty schema', {}],
  ['unknown keywords, whatever they hold', { 'x-editor': { type: 7 }, $vocabulary: 1 }],
  ['a default and an enum that look like bad schemas', { default: { type: 7 }, enum: [{ $ref: 'x' }] }],
  [
    'the identity of the whole',
    { $id: 'https://example.org/callout', $schema: 'https://json-schema.org/draft/2020-12/schema' },
  ],
  ['recursion into the value', { properties: { next: { $ref: '#' } } }],
  ['a parenthesis in a class, and an escaped one', { pattern: '[(?!]\\(?!' }],
  ['the deepest nesting', nested(32)],
])('%s is accepted', (_, schema) => {
  expect(refusal(schema)).toEqual(['accepted']);
});
