import * as z from 'zod';
import { LIMITS } from '../limits.ts';

export const timestamp = z.iso.datetime().describe('ISO 8601 UTC');

export const displayName = z.string().min(1).max(LIMITS.nameLength);

/** An integer in a query string, where every value arrives as text. */
export const queryInteger = (min: number, max: number) =>
  z
    .string()
    .regex(/^-?\d{1,15}$/, 'must be an integer')
    .transform(Number)
    .pipe(z.number().int().min(min).max(max));

/** A boolean in a form, where every value arrives as text; empty for a field that was left blank. */
export const formBoolean = z
  .string()
  // Spelled out, since patterns in JSON Schema have no flags.
  .regex(/^(?:[Tt][Rr][Uu][Ee]|[Ff][Aa][Ll][Ss][Ee]|[01])?$/, 'must be true, false, 1 or 0')
  .describe('`true`, `false`, `1` or `0`, in any case; false by default')
  .optional()
  .transform((text = '') => text === '1' || text.toLowerCase() === 'true');

/** The largest integer a version or page number may take. */
export const MAX_COUNTER = 1_000_000_000;

/** A frame of a video. @param about its role for an object or a job */
export const frame = (about: string) => z.int().describe(`${about}: its rank in presentation order, from 0`);

/** The answer to a request that has no other result. */
export const success = z.object({ success: z.boolean() }).meta({ id: 'Success' });
