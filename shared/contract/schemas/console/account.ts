import * as z from 'zod';
import { TIER_LIMITS, type Tier } from '../../limits.ts';
import { QUOTA_NAMES } from '../../quotas.ts';
import { timestamp } from '../primitives.ts';

export const consoleAccount = z
  .object({
    id: z.string(),
    handle: z.string().describe('the name by which operators know the account'),
    tier: z.enum(Object.keys(TIER_LIMITS) as [Tier, ...Tier[]]),
    createdAt: timestamp,
    identity: z
      .object({ id: z.string(), issuer: z.string(), subject: z.string() })
      .describe('the person who calls'),
    rate: z
      .object({ limit: z.int(), remaining: z.int(), resetAt: z.int().describe('Unix time in seconds') })
      .describe("requests of the account's API keys in the present minute; reading it counts as none"),
    quotas: z.array(z.object({ name: z.enum(QUOTA_NAMES), used: z.int(), max: z.int() })),
  })
  .meta({ id: 'ConsoleAccount' });

export type ConsoleAccount = z.output<typeof consoleAccount>;
