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

/** The largest integer a version or page number may take. */
export const MAX_COUNTER = 1_000_000_000;

/** The answer to a request that leaves nothing to tell. */
export const success = z.object({ success: z.boolean() }).meta({ id: 'Success' });
