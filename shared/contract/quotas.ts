import * as z from 'zod';
import { ApiError } from './errors.ts';
import { LIMITS, TIER_LIMITS, type Tier } from './limits.ts';

const GIB = 1024 ** 3;

/** What may be active at a time. */
const SLOT_QUOTAS = ['activeJobs', 'activeSurfaces', 'activeKeys'] as const;
/** What an account's quotas count. */
export const QUOTA_NAMES = ['videos', 'bytes', 'openUploads', ...SLOT_QUOTAS] as const;

export type QuotaName = (typeof QUOTA_NAMES)[number];
export type SlotQuota = (typeof SLOT_QUOTAS)[number];
export type Quotas = Record<QuotaName, number>;
/** What videos take of an account's quotas. */
export type StorageUse = Omit<Quotas, SlotQuota>;

const { openUploads, activeKeys } = LIMITS;

/** So much that no account ever has it: what the unlimited tier has in place of a limit. */
const NO_LIMIT = { videos: 1_000_000_000, bytes: 1_000_000 * GIB } as const satisfies Partial<Quotas>;

const DEFAULTS: Record<Tier, Quotas> = {
  free: { videos: 1000, bytes: 100 * GIB, openUploads, activeJobs: 10, activeSurfaces: 20, activeKeys },
  pro: { videos: 10_000, bytes: 10_000 * GIB, openUploads, activeJobs: 100, activeSurfaces: 200, activeKeys },
  unlimited: { ...NO_LIMIT, openUploads, activeJobs: 1000, activeSurfaces: 2000, activeKeys },
};

const tiers = Object.keys(TIER_LIMITS) as Tier[];
const changes = z.partialRecord(z.enum(tiers), z.partialRecord(z.enum(QUOTA_NAMES), z.int().min(0)));

/**
 * The quotas of every tier.
 * @param text JSON of those that a deployment changes, as `{"free": {"videos": 50}}`; empty: none
 * @throws if the text is not such JSON
 */
export function readQuotas(text = ''): Record<Tier, Quotas> {
  const changed = text === '' ? {} : changes.parse(JSON.parse(text));
  const entries = tiers.map((tier) => [tier, { ...DEFAULTS[tier], ...changed[tier] }]);
  return Object.fromEntries(entries) as Record<Tier, Quotas>;
}

/** Whether there may be so much of something that it is no limit. */
export const isUnlimited = (name: QuotaName, max: number): boolean =>
  name in NO_LIMIT && max >= NO_LIMIT[name as keyof typeof NO_LIMIT];

/** A quota that refuses something; `current` is what the account has without it. */
export interface Excess {
  quota: QuotaName;
  max: number;
  current: number;
}

/**
 * The first quota that would be exceeded.
 * @param added the value to be added; a quota to which nothing is added refuses nothing, even if it is exceeded already
 */
export function findExcess(current: StorageUse, added: StorageUse, quotas: Quotas): Excess | null {
  for (const quota of Object.keys(added) as (keyof StorageUse)[]) {
    if (added[quota] > 0 && current[quota] + added[quota] > quotas[quota]) {
      return { quota, max: quotas[quota], current: current[quota] };
    }
  }
  return null;
}

/** What each quota limits, and how to make room. */
const TEXTS: Record<QuotaName, [unit: string, room: string]> = {
  videos: ['videos', 'Delete some to make room.'],
  bytes: [
    'bytes of video files and of metadata versions',
    'Delete videos to make room: their versions go with them.',
  ],
  openUploads: ['uploads that are not complete', 'Complete some, or delete their videos.'],
  activeJobs: ['active processing jobs', 'Wait until one has ended, or cancel one.'],
  activeSurfaces: ['surfaces that are being tracked', 'Wait until one has ended, or delete one.'],
  activeKeys: ['Active keys', 'Revoke some that are not needed.'],
};

export const quotaExceeded = ({ quota, max, current }: Excess): ApiError =>
  new ApiError('QUOTA_EXCEEDED', `The account may have at most ${max} ${TEXTS[quota].join('. ')}`, {
    details: { quota, max, current },
  });
