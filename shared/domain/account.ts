import type { Tier } from '../contract/limits.ts';

/** The tenant that owns videos. */
export interface Account {
  accountId: string;
  /** The unique name operators use. */
  handle: string;
  tier: Tier;
  createdAt: string;
}
