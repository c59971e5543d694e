import * as z from 'zod';
import { LIMITS } from '../../limits.ts';
import { SCOPES } from '../../scopes.ts';
import { displayName, timestamp } from '../primitives.ts';

/** The lifetimes a key can be given, in days; `null`: it never expires. */
export const KEY_EXPIRY_DAYS = [30, 90, 365, null] as const;

export const KEY_STATES = ['active', 'expired', 'revoked'] as const;

/** A key as people see it: never its secret. */
export const consoleKey = z
  .object({
    id: z.string(),
    name: z.string(),
    masked: z.string().describe('how its secret begins, by which people recognise it'),
    scopes: z.array(z.enum(SCOPES)),
    projectIds: z.array(z.string()).nullable().describe('the videos it is restricted to; null: all'),
    reachable: z
      .int()
      .nullable()
      .describe(
        'how many of `projectIds` still exist, 0 where the key does not work any more; null: all videos',
      ),
    createdAt: timestamp,
    createdBy: z.string().nullable().describe('id of the identity; null: an operator'),
    lastUsedAt: timestamp.nullable().describe('to the minute'),
    expiresAt: timestamp.nullable(),
    revokedAt: timestamp.nullable(),
    state: z.enum(KEY_STATES),
    replaces: z.string().nullable().describe('id of the key that it was made to take the place of'),
    replacedBy: z.string().nullable().describe('id of the newest key that was made to take its place'),
  })
  .meta({ id: 'ConsoleKey' });

export type ConsoleKey = z.output<typeof consoleKey>;

/** A key to be created. */
export const keyRequest = z
  .strictObject({
    name: displayName,
    scopes: z.array(z.enum(SCOPES)).min(1).max(SCOPES.length),
    projectIds: z
      .array(z.uuid())
      .min(1)
      .max(LIMITS.keysProjects)
      .nullable()
      .describe('the videos it is restricted to; null: all of the account, those to come included'),
    expiresInDays: z.literal([...KEY_EXPIRY_DAYS]),
    replaces: z.string().max(36).optional().describe('id of the key that it is to take the place of'),
  })
  .meta({ id: 'KeyRequest' });
