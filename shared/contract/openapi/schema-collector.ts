import * as z from 'zod';
import { documentedSchema } from '../schemas/described-as.ts';
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

/** Removes what zod says about JavaScript rather than JSON. */
function simplify({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodTypes; jsonSchema: object }): void {
  const schema = jsonSchema as JsonSchema;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.format === 'date-time') delete schema.pattern;
  if (schema.propertyNames?.type === 'string') delete schema.propertyNames;
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

const toComponentReferences = <T>(value: T): T =>
  JSON.parse(JSON.stringify(value).replaceAll('"#/$defs/', '"#/components/schemas/')) as T;

export function schemaCollector(): SchemaCollector {
  const components = new Map<string, JsonSchema>();

  const define = (id: string, definition: JsonSchema): void => {
    const known = components.get(id);
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(definition)) {
      throw new Error(`The schema ${id} differs between input and output: it needs two ids`);
    }
    components.set(id, definition);
  };

  return {
    convert(schema, io) {
      const root = documentedSchema(schema);
      const override: typeof simplify = (converted) => {
        simplify(converted);
        if (io === 'input') stateDefault(converted);
      };
      const wrapped = z.toJSONSchema(z.object({ root }), { io, override });
      const { properties, $defs = {} } = toComponentReferences(wrapped as unknown as Converted);
      for (const [id, definition] of Object.entries($defs)) define(id, definition);
      return properties.root;
    },
    components: () => Object.fromEntries([...components].sort(([a], [b]) => a.localeCompare(b))),
  };
}
