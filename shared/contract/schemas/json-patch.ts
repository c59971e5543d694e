import * as z from 'zod';
import { LIMITS } from '../limits.ts';

/** Of its form more is said than checked here: what applies the operations says what is wrong with a pointer. */
const pointer = z.string().meta({ description: 'JSON Pointer (RFC 6901)', pattern: '^(/([^~/]|~[01])*)*$' });

/** `z.unknown()` alone would let the member be absent. */
const value = z.unknown().nonoptional();

/** An operation of RFC 6902. Members it does not define are ignored. */
const jsonPatchOperation = z
  .discriminatedUnion(
    'op',
    [
      z
        .object({ op: z.enum(['add', 'replace', 'test']), path: pointer, value })
        .meta({ id: 'ValueOperation' }),
      z.object({ op: z.literal('remove'), path: pointer }).meta({ id: 'RemoveOperation' }),
      z.object({ op: z.enum(['move', 'copy']), from: pointer, path: pointer }).meta({ id: 'MoveOperation' }),
    ],
    { error: ({ code }) => (code === 'invalid_union' ? 'must be an operation of RFC 6902' : undefined) },
  )
  .meta({ id: 'JsonPatchOperation' });

export type JsonPatchOperation = z.infer<typeof jsonPatchOperation>;

/** Operations are applied in order, all or none. */
export const jsonPatch = z.array(jsonPatchOperation).max(LIMITS.patchOperations);
