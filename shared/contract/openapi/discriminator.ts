import type * as z from 'zod';
import type { Discriminator, JsonSchema } from './types.ts';

/** How a union tells its components apart; undefined for anything else. @param schema what it was converted to */
export function discriminatorOf(
  { _zod: { def } }: z.core.$ZodTypes,
  { oneOf = [] }: JsonSchema,
): Discriminator | undefined {
  if (def.type !== 'union' || !('discriminator' in def)) return undefined;
  const propertyName = String(def.discriminator);
  const mapping = def.options.flatMap(({ _zod: { propValues } }, i) =>
    [...(propValues?.[propertyName] ?? [])].map((value) => [String(value), oneOf[i]?.$ref ?? '']),
  );
  return { propertyName, mapping: Object.fromEntries(mapping) };
}
