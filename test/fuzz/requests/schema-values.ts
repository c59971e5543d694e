import fc from 'fast-check';
import type { JsonSchema } from '../../../shared/contract/openapi/types.ts';
import { hostileText } from './hostile.ts';

export interface Vocabulary {
  /** Values worth trying for members of this name, besides those of their schema. */
  members: Readonly<Record<string, fc.Arbitrary<unknown>>>;
  /** Stricter schemas that replace components. */
  components: Readonly<Record<string, JsonSchema>>;
}

const word = fc.constantFrom('a', 'b', 'c', 'title', 'speed');

/** Any value, for places where a document keeps unknown members. */
const anything = fc.oneof(word, fc.integer(), fc.jsonValue({ maxDepth: 2 }));

/** Schemas may contain themselves; below this depth any value is used. */
const DEEPEST = 12;

/**
 * Values that are valid against a JSON Schema, as far as its keywords are those of `JsonSchema`. Of a range both ends
 * are likely.
 */
export function valuesOf(
  schema: JsonSchema,
  components: Readonly<Record<string, JsonSchema>>,
  vocabulary: Vocabulary,
  depth = 0,
): fc.Arbitrary<unknown> {
  if (depth > DEEPEST) return anything;
  const below = (inner: JsonSchema) => valuesOf(inner, components, vocabulary, depth + 1);
  const { $ref } = schema;
  if ($ref !== undefined) {
    const name = $ref.split('/').at(-1) ?? '';
    const target = vocabulary.components[name] ?? components[name];
    if (target === undefined) throw new Error(`The reference has no ${$ref}`);
    return below(target);
  }
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives !== undefined) return fc.oneof(...alternatives.map(below));
  if (Array.isArray(schema.type)) return fc.oneof(...schema.type.map((type) => below({ ...schema, type })));
  switch (schema.type) {
    case 'string':
      return texts(schema);
    case 'integer':
      return integers(schema);
    case 'number':
      return numbers(schema);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array': {
      const { items = {}, minItems = 0, maxItems = 4 } = schema;
      const upTo = (most: number) =>
        fc.array(below(items), {
          minLength: minItems,
          maxLength: Math.max(minItems, Math.min(maxItems, most)),
        });
      return fc.oneof(upTo(1), upTo(4));
    }
    case 'object':
      return objects(schema, below, vocabulary);
    default:
      return anything;
  }
}

function texts({ pattern, minLength = 0, maxLength = 1000 }: JsonSchema): fc.Arbitrary<string> {
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern));
  const fits = (text: string) => text.length >= minLength && text.length <= maxLength;
  return fc.oneof(
    word.filter(fits),
    fc.constant('x'.repeat(minLength)),
    fc.constant('x'.repeat(maxLength)),
    hostileText.filter(fits),
  );
}

const integers = ({
  minimum = Number.MIN_SAFE_INTEGER,
  maximum = Number.MAX_SAFE_INTEGER,
}: JsonSchema): fc.Arbitrary<number> =>
  fc.oneof(
    fc.integer({ min: Math.max(minimum, -3), max: Math.min(maximum, 30) }),
    fc.constantFrom(minimum, maximum),
    fc.integer({ min: minimum, max: maximum }),
  );

const numbers = ({ minimum, maximum }: JsonSchema): fc.Arbitrary<number> =>
  fc.oneof(
    fc.constantFrom(minimum ?? -1e308, maximum ?? 1e308),
    fc.double({ min: minimum ?? -2, max: maximum ?? 2, noNaN: true }),
  );

function objects(
  { properties = {}, required = [], additionalProperties }: JsonSchema,
  below: (schema: JsonSchema) => fc.Arbitrary<unknown>,
  { members }: Vocabulary,
): fc.Arbitrary<unknown> {
  const known = Object.entries(properties).map(([name, schema]) => {
    const usual = members[name];
    if (usual === undefined) return [name, below(schema)] as const;
    return [
      name,
      fc.oneof({ weight: 5, arbitrary: usual }, { weight: 1, arbitrary: below(schema) }),
    ] as const;
  });
  const plain = fc.record(Object.fromEntries(known), { requiredKeys: required, noNullPrototype: true });
  if (additionalProperties === undefined || additionalProperties === false) return plain;
  const further = additionalProperties === true ? anything : below(additionalProperties);
  return fc
    .tuple(plain, fc.array(fc.tuple(word, further), { maxLength: 2 }))
    .map(([object, more]) => ({ ...Object.fromEntries(more), ...(object as object) }));
}
