import * as z from 'zod';
import { SCOPES } from '../scopes.ts';

export const keyIdentity = z
  .object({
    userId: z.string().describe("the account's id"),
    keyId: z.string(),
    name: z.string().describe('the label its owner gave the key'),
    scopes: z.array(z.enum(SCOPES)),
    projectIds: z.array(z.string()).nullable().describe('null when the key is unrestricted'),
  })
  .meta({ id: 'KeyIdentity', description: 'The calling key.' });
