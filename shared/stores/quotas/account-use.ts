import type { Quotas } from '../../contract/quotas.ts';
import type { Environment } from '../../kernel/runtime/environment.ts';
import { storeFactory } from '../store-factory.ts';
import { openActiveJobs } from './job-quota.ts';
import { openActiveKeys } from './key-quota.ts';
import { openStorageUse, type StorageCounts } from './storage-quota.ts';
import { openActiveSurfaces } from './surface-quota.ts';
import { openTierQuotas, openUsageCounts } from './usage.ts';

interface AccountUse {
  /**
   * What an account has of each quota. The counts that quotas decide by are upper bounds, so what holds them is looked at:
   * all videos, and each active job, surface and key. One that is being made may count; of an account with more than
   * `LIMITS.searchedVideos` videos, what these take is the upper bound.
   */
  of(accountId: string): Promise<{ used: Quotas; max: Quotas }>;
}

export const openAccountUse = storeFactory('accountUse', (environment: Environment): AccountUse => {
  const counts = openUsageCounts<StorageCounts>(environment, 'storage');
  const storageUse = openStorageUse(environment);
  const jobs = openActiveJobs(environment);
  const surfaces = openActiveSurfaces(environment);
  const keys = openActiveKeys(environment);
  const tiers = openTierQuotas(environment);

  return {
    async of(accountId) {
      const counted = await counts.read(accountId);
      const [{ videos, bytes, openUploads }, activeJobs, activeSurfaces, activeKeys] = await Promise.all([
        storageUse(counted, accountId),
        jobs(accountId),
        surfaces(accountId),
        keys.count(accountId),
      ]);
      return {
        used: { videos, bytes, openUploads, activeJobs, activeSurfaces, activeKeys },
        max: tiers.of(counted ?? {}),
      };
    },
  };
});
