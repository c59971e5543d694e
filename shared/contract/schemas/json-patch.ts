import * as z from 'zod';
import { LIMITS } from '../limits.ts';

const pointer = z.string().describe('JSON Pointer (RFC 6901)');

/** `z.unknown()` alone would let the member be absent. */
const value = z.unknown().nonoptional();

/** An operation of RFC 6902. Members it does not define are ignored. */
const jsonPatchOperation = z.discriminatedUnion(
  'op',
  [
    z.object({ op: z.enum(['add', 'replace', 'test']), path: pointer, value }),
    z.object({ op: z.literal('remove'), path: pointer }),
    z.object({ op: z.enum(['move', 'copy']), from: pointer, path: pointer }),
  ],
  { error: ({ code }) => (code === 'invalid_union' ? 'must be an operation of RFC 6902' : undefined) },
);

export type JsonPatchOperation = z.infer<typeof jsonPatchOperation>;

/** Operations are applied in order, all or none. */
export const jsonPatch = z.array(jsonPatchOperation).max(LIMITS.patchOperations);
