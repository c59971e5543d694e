import type * as z from 'zod';

const SHAPES = new WeakMap<z.ZodType, z.ZodType>();

/** Gives a schema that accepts more than its endpoint does a stricter one for the reference. */
export function describedAs<Schema extends z.ZodType>(schema: Schema, shape: z.ZodType): Schema {
  SHAPES.set(schema, shape);
  return schema;
}

/** The schema that the reference shows for a schema. */
export const documentedSchema = (schema: z.ZodType): z.ZodType => SHAPES.get(schema) ?? schema;
