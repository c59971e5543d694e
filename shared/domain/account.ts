import type { Tier } from '../contract/limits.ts';

/** The tenant that owns videos. */
export interface Account {
  accountId: string;
  /** The unique name operators use. */
  handle: string;
  tier: Tier;
  createdAt: string;
  /** ISO 8601: since then it is being erased, and nobody is let in. Absent of all others. */
  erasedAt?: string;
}
