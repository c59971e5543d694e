import type { JsonSchema } from '../contract/openapi/types.ts';

export type Schemas = Readonly<Record<string, JsonSchema>>;

const componentName = (reference: string): string => reference.split('/').at(-1) ?? reference;

/** The schema itself where there is a reference to it. */
export const resolve = (schema: JsonSchema, schemas: Schemas): JsonSchema =>
  schema.$ref === undefined ? schema : (schemas[componentName(schema.$ref)] ?? schema);

const isEmptyObject = ({ type, properties = {}, additionalProperties }: JsonSchema): boolean =>
  type === 'object' && additionalProperties === false && Object.keys(properties).length === 0;

/** The schema of a map's values, where the keys are free. */
const mapValues = ({ type, properties, additionalProperties }: JsonSchema): JsonSchema | null =>
  type === 'object' && properties === undefined && typeof additionalProperties === 'object'
    ? additionalProperties
    : null;

function arrayName(items: JsonSchema): string {
  const name = typeName(items);
  if (name === 'any') return 'array';
  return `array of ${name === 'object' ? 'objects' : name}`;
}

/** A type in words, such as `array of Layer`. */
export function typeName(schema: JsonSchema): string {
  if (schema.$ref !== undefined) return componentName(schema.$ref);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return [...new Set(choices.map(typeName))].join(' or ');
  if (Array.isArray(schema.type)) return schema.type.join(' or ');
  if (schema.type === 'array') return arrayName(schema.items ?? {});
  if (isEmptyObject(schema)) return 'empty object';
  const values = mapValues(schema);
  if (values !== null) return values.$ref === undefined ? 'object' : `map of ${typeName(values)}`;
  if (schema.format === 'date-time') return 'timestamp';
  if (schema.format === 'binary') return 'file';
  return schema.type ?? 'any';
}

function range(from: number | undefined, to: number | undefined, unit: string): string | null {
  const [low, high] = [from?.toLocaleString('en'), to?.toLocaleString('en')];
  if (low === undefined) return high === undefined ? null : `at most ${high}${unit}`;
  return high === undefined ? `at least ${low}${unit}` : `${low} to ${high}${unit}`;
}

/** What a value must keep to, each in words; code is marked by backticks. */
export function constraints(schema: JsonSchema): string[] {
  const { minimum, maximum, minLength, maxLength, minItems, maxItems } = schema;
  const texts = [
    schema.enum?.map((value) => `\`${value}\``).join(', '),
    schema.const === undefined ? null : `\`${schema.const}\``,
    range(minimum, maximum, ''),
    range(minLength, maxLength, ' characters'),
    range(minItems, maxItems, ' items'),
    schema.items?.enum && `each one of ${schema.items.enum.map((value) => `\`${value}\``).join(', ')}`,
    schema.items && range(schema.items.minLength, schema.items.maxLength, ' characters each'),
    schema.default === undefined ? null : `default \`${JSON.stringify(schema.default)}\``,
  ];
  return texts.filter((text) => typeof text === 'string');
}

/** The objects whose members are worth showing below a field: itself, an array's items, a map's values, or each of several choices. */
export function innerObjects(schema: JsonSchema, schemas: Schemas): JsonSchema[] {
  const resolved = resolve(schema, schemas);
  if (Object.keys(resolved.properties ?? {}).length > 0) return [resolved];
  const { items, anyOf = [], oneOf = [] } = resolved;
  return [items, mapValues(resolved), ...anyOf, ...oneOf].flatMap((inner) =>
    inner ? innerObjects(inner, schemas) : [],
  );
}
