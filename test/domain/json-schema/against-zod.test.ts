import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { LIMITS } from '../../../shared/contract/limits.ts';
import { readSchema } from '../../../shared/domain/json-schema/read-schema.ts';
import { StepBudget } from '../../../shared/domain/json-schema/step-budget.ts';

const word = fc.constantFrom('a', 'b', 'ab', 'long');
const small = fc.integer({ min: -3, max: 6 });
const literal = fc.oneof(word, small, fc.boolean(), fc.constant(null));

/** Zod schemas of which zod itself makes the JSON Schema, so that it is a second opinion on every value. */
const { schema } = fc.letrec<{ schema: z.ZodType }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom<z.ZodType>(z.string(), z.number(), z.int(), z.boolean(), z.null(), z.never()),
    literal.map((value) => z.literal(value)),
    fc.uniqueArray(word, { minLength: 1 }).map((words) => z.enum(words)),
    fc.tuple(fc.nat(3), fc.nat(3)).map(([min, more]) =>
      z
        .string()
        .min(min)
        .max(min + more),
    ),
    fc.constantFrom('^a', 'b$', 'a|b', '^.{2}$').map((pattern) => z.string().regex(new RegExp(pattern))),
    fc.tuple(small, fc.nat(5)).map(([min, more]) =>
      z
        .number()
        .gt(min)
        .lte(min + more),
    ),
    fc.constantFrom(0.5, 2, 3).map((factor) => z.number().multipleOf(factor)),
    fc.tuple(tie('schema'), fc.nat(2), fc.nat(2)).map(([item, min, more]) =>
      z
        .array(item)
        .min(min)
        .max(min + more),
    ),
    fc.tuple(tie('schema'), tie('schema')).map((items) => z.tuple(items)),
    fc.tuple(tie('schema'), tie('schema'), tie('schema')).map(([a, b, rest]) => z.tuple([a, b], rest)),
    fc.array(tie('schema'), { minLength: 1, maxLength: 3 }).map((options) => z.union(options)),
    fc.tuple(tie('schema'), tie('schema')).map(([a, b]) => z.strictObject({ a, b: b.optional() })),
    fc.tuple(tie('schema'), tie('schema')).map(([a, rest]) => z.object({ a }).catchall(rest)),
    tie('schema').map((value) => z.record(z.string().max(2), value)),
  ),
}));

const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    literal,
    fc.constantFrom(0.5, 1.5, 'bb', ''),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'long'), tie('value'), { maxKeys: 3 }),
  ),
}));

test('a value matches a JSON Schema that zod has made exactly when zod takes the value', () => {
  fc.assert(
    fc.property(schema, fc.array(value, { minLength: 1, maxLength: 20 }), (zod, values) => {
      const budget = new StepBudget(LIMITS.schemaSteps);
      const read = readSchema(z.toJSONSchema(zod, { io: 'input' }), ['schema'], budget);
      for (const each of values) {
        const text = JSON.stringify([z.toJSONSchema(zod, { io: 'input' }), each]);
        expect([text, read.check(each, budget) === null]).toEqual([text, zod.safeParse(each).success]);
      }
    }),
    { numRuns: 300 },
  );
});
