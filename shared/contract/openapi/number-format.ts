import type { JsonSchema } from './types.ts';

const INT32_END = 2 ** 31;

/** The `format` by which typed languages choose a type that holds every value: without one some take 32 bits. */
export function numberFormat({
  type,
  format,
  minimum = -Infinity,
  maximum = Infinity,
}: JsonSchema): string | undefined {
  if (format !== undefined) return format;
  if (type === 'number') return 'double';
  if (type !== 'integer') return undefined;
  return minimum >= -INT32_END && maximum < INT32_END ? 'int32' : 'int64';
}
