import type * as z from 'zod';

const SHAPES = new WeakMap<z.core.$ZodType, z.ZodType>();
const FOR_GENERATORS = new WeakMap<z.core.$ZodType, z.ZodType>();

/** Gives a schema that accepts more than its endpoint does a stricter one for the reference. */
export function describedAs<Schema extends z.ZodType>(schema: Schema, shape: z.ZodType): Schema {
  SHAPES.set(schema, shape);
  return schema;
}

/** The schema that the reference shows for a schema. */
export const documentedSchema = (schema: z.ZodType): z.ZodType => SHAPES.get(schema) ?? schema;

/**
 * Gives a schema for which generators make clients that do not compile, or lose data, one that they understand; what it accepts
 * besides is up to the description.
 */
export function generatedAs<Schema extends z.ZodType>(schema: Schema, plain: z.ZodType): Schema {
  FOR_GENERATORS.set(schema, plain);
  return schema;
}

/** The schema by which generators make clients, where it is another. */
export const schemaForGenerators = (schema: z.core.$ZodType): z.ZodType | undefined =>
  FOR_GENERATORS.get(schema);
