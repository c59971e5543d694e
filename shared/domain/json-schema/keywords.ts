import type { Keyword } from './keyword.ts';
import { requireCount } from './keyword.ts';
import {
  anchor,
  annotatedSchema,
  definitions,
  dialect,
  flagAnnotation,
  id,
  listAnnotation,
  reference,
  textAnnotation,
  unsupported,
} from './keywords/core.ts';
import {
  contains,
  items,
  maxItems,
  minItems,
  prefixItems,
  unevaluatedItems,
  uniqueItems,
} from './keywords/lists.ts';
import { allOf, anyOf, condition, consequence, not, oneOf } from './keywords/logic.ts';
import { exclusiveMaximum, exclusiveMinimum, maximum, minimum, multipleOf } from './keywords/numbers.ts';
import {
  additionalProperties,
  dependentRequired,
  dependentSchemas,
  maxProperties,
  minProperties,
  patternProperties,
  properties,
  propertyNames,
  required,
  unevaluatedProperties,
} from './keywords/objects.ts';
import { maxLength, minLength, pattern } from './keywords/strings.ts';
import { constant, enumeration, type } from './keywords/values.ts';

const count: Keyword = (value, { path }) => {
  requireCount(value, path);
  return null;
};

/**
 * The keywords of JSON Schema 2020-12 in the order of their checks: cheap and selective ones first, those that depend on the
 * results of others last. `format` is an annotation, as is the dialect's default.
 */
export const KEYWORDS: ReadonlyMap<string, Keyword> = new Map([
  ['$schema', dialect],
  ['$id', id],
  ['$anchor', anchor],
  ['$comment', textAnnotation],
  ['$defs', definitions],
  // Its name in earlier dialects, which the dialect's own schema still allows.
  ['definitions', definitions],
  ['$dynamicRef', unsupported],
  ['$dynamicAnchor', unsupported],

  ['title', textAnnotation],
  ['description', textAnnotation],
  ['deprecated', flagAnnotation],
  ['readOnly', flagAnnotation],
  ['writeOnly', flagAnnotation],
  ['examples', listAnnotation],
  ['format', textAnnotation],
  ['contentEncoding', textAnnotation],
  ['contentMediaType', textAnnotation],
  ['contentSchema', annotatedSchema],

  ['type', type],
  ['const', constant],
  ['enum', enumeration],
  ['minimum', minimum],
  ['maximum', maximum],
  ['exclusiveMinimum', exclusiveMinimum],
  ['exclusiveMaximum', exclusiveMaximum],
  ['multipleOf', multipleOf],
  ['minLength', minLength],
  ['maxLength', maxLength],
  ['pattern', pattern],
  ['minItems', minItems],
  ['maxItems', maxItems],
  ['uniqueItems', uniqueItems],
  ['minProperties', minProperties],
  ['maxProperties', maxProperties],
  ['required', required],
  ['dependentRequired', dependentRequired],

  ['propertyNames', propertyNames],
  ['properties', properties],
  ['patternProperties', patternProperties],
  ['additionalProperties', additionalProperties],
  ['prefixItems', prefixItems],
  ['items', items],
  ['minContains', count],
  ['maxContains', count],
  ['contains', contains],

  ['$ref', reference],
  ['allOf', allOf],
  ['anyOf', anyOf],
  ['oneOf', oneOf],
  ['not', not],
  ['if', condition],
  ['then', consequence],
  ['else', consequence],
  ['dependentSchemas', dependentSchemas],

  ['unevaluatedItems', unevaluatedItems],
  ['unevaluatedProperties', unevaluatedProperties],
]);
