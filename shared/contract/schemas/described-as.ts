import type * as z from 'zod';

const SHAPES = new WeakMap<z.ZodType, z.ZodType>();

/** A schema that lets through what only the endpoint can judge, and what the reference says of it instead. */
export function describedAs<Schema extends z.ZodType>(schema: Schema, shape: z.ZodType): Schema {
  SHAPES.set(schema, shape);
  return schema;
}

/** What the reference says of a schema. */
export const documentedSchema = (schema: z.ZodType): z.ZodType => SHAPES.get(schema) ?? schema;
