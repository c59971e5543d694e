import * as z from 'zod';
import { LIMITS, TIER_LIMITS, type Tier } from './limits.ts';

const GIB = 1024 ** 3;

/** What an account may have at a time. */
const QUOTA_NAMES = ['videos', 'bytes', 'openUploads', 'activeJobs'] as const;

export type QuotaName = (typeof QUOTA_NAMES)[number];
export type Quotas = Record<QuotaName, number>;

const { openUploads } = LIMITS;

const DEFAULTS: Record<Tier, Quotas> = {
  free: { videos: 1000, bytes: 100 * GIB, openUploads, activeJobs: 10 },
  pro: { videos: 10_000, bytes: 10_000 * GIB, openUploads, activeJobs: 100 },
  unlimited: { videos: 1_000_000_000, bytes: 1_000_000 * GIB, openUploads, activeJobs: 1000 },
};

const tiers = Object.keys(TIER_LIMITS) as Tier[];
const changes = z.partialRecord(z.enum(tiers), z.partialRecord(z.enum(QUOTA_NAMES), z.int().min(0)));

/**
 * The quotas of every tier.
 * @param text JSON of those that a deployment changes, as `{"free": {"videos": 50}}`; empty: none
 * @throws for a text that is none
 */
export function readQuotas(text = ''): Record<Tier, Quotas> {
  const changed = text === '' ? {} : changes.parse(JSON.parse(text));
  const entries = tiers.map((tier) => [tier, { ...DEFAULTS[tier], ...changed[tier] }]);
  return Object.fromEntries(entries) as Record<Tier, Quotas>;
}
