import * as z from 'zod';
import { documentedSchema, schemaForGenerators } from '../schemas/described-as.ts';
import { discriminatorOf } from './discriminator.ts';
import { numberFormat } from './number-format.ts';
import type { JsonSchema } from './types.ts';

interface Converted {
  properties: { root: JsonSchema };
  $defs?: Record<string, JsonSchema>;
}

export interface SchemaCollector {
  /**
   * A zod schema as JSON Schema; parts with an id of their own become references to components.
   * The defaults of inputs go into the descriptions.
   * @param io what a client sends (`input`) or receives (`output`)
   */
  convert(schema: z.ZodType, io: 'input' | 'output'): JsonSchema;
  /** The schemas with an id that have been converted so far. */
  components(): Record<string, JsonSchema>;
}

/** Whom a description is for: generators of clients cannot take all that people can read. */
export type Readers = 'people' | 'generators';

const isEmpty = (schema: unknown): boolean =>
  typeof schema === 'object' && schema !== null && Object.keys(schema).length === 0;

/** Removes what zod says about JavaScript rather than JSON, and adds what it leaves out. */
function simplify({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodTypes; jsonSchema: object }): void {
  const schema = jsonSchema as JsonSchema;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.format === 'date-time') delete schema.pattern;
  // Typed languages take an empty schema for one of a value that may be missing.
  if (isEmpty(schema.additionalProperties)) schema.additionalProperties = true;
  if (schema.propertyNames?.type === 'string') delete schema.propertyNames;
  const format = numberFormat(schema);
  if (format !== undefined) schema.format = format;
  const discriminator = discriminatorOf(zodSchema, schema);
  if (discriminator !== undefined) schema.discriminator = discriminator;
  const { def } = zodSchema._zod;
  // Answers may gain members; only a strict object excludes that.
  if (def.type === 'object' && def.catchall === undefined) delete schema.additionalProperties;
}

/** Generated clients treat a member with a `default` as always present, but inputs may omit it. */
function stateDefault({ jsonSchema }: { jsonSchema: object }): void {
  const schema = jsonSchema as JsonSchema;
  if (schema.default === undefined) return;
  const words = `default \`${JSON.stringify(schema.default)}\``;
  schema.description = schema.description === undefined ? words : `${schema.description}; ${words}`;
  delete schema.default;
}

/** Gives a schema the content of another, and its description where it has one. */
function replace(jsonSchema: object, content: JsonSchema): void {
  const schema = jsonSchema as JsonSchema;
  const { description } = schema;
  for (const name of Object.keys(schema)) delete schema[name as keyof JsonSchema];
  Object.assign(schema, description !== undefined && { description }, content);
}

const toComponentReferences = <T>(value: T): T =>
  JSON.parse(JSON.stringify(value).replaceAll('"#/$defs/', '"#/components/schemas/')) as T;

export function schemaCollector(readers: Readers = 'people'): SchemaCollector {
  const components = new Map<string, JsonSchema>();

  const define = (id: string, definition: JsonSchema): void => {
    const known = components.get(id);
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(definition)) {
      throw new Error(`The schema ${id} differs between input and output: it needs two ids`);
    }
    components.set(id, definition);
  };

  const collector: SchemaCollector = {
    convert(schema, io) {
      const root = documentedSchema(schema);
      const override: typeof simplify = (converted) => {
        simplify(converted);
        if (io === 'input') stateDefault(converted);
        const plain = readers === 'generators' && schemaForGenerators(converted.zodSchema);
        if (plain) replace(converted.jsonSchema, collector.convert(plain, io));
      };
      const wrapped = z.toJSONSchema(z.object({ root }), { io, override });
      const { properties, $defs = {} } = toComponentReferences(wrapped as unknown as Converted);
      for (const [id, definition] of Object.entries($defs)) define(id, definition);
      return properties.root;
    },
    components: () => Object.fromEntries([...components].sort(([a], [b]) => a.localeCompare(b))),
  };
  return collector;
}
