import * as z from 'zod';
import { SCOPES } from '../scopes.ts';

export const keyIdentity = z.object({
  userId: z.string(),
  keyId: z.string(),
  name: z.string(),
  scopes: z.array(z.enum(SCOPES)),
  projectIds: z.array(z.string()).nullable().describe('null when the key is unrestricted'),
});
