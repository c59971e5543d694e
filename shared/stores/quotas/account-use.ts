import type { Quotas } from '../../contract/quotas.ts';
import type { Environment } from '../../kernel/runtime/environment.ts';
import { opener } from '../opener.ts';
import { openActiveKeys } from './key-quota.ts';
import type { PlaceCounts } from './places.ts';
import type { StorageCounts } from './storage-quota.ts';
import { openTierQuotas, openUsageCounts, type UsageKind } from './usage.ts';

interface AccountUse {
  /**
   * What an account has of each quota, as it is counted: `videos` may count one on its way in or out, `activeKeys` one that is being
   * made; the others are upper bounds that the next refusal corrects.
   */
  of(accountId: string): Promise<{ used: Quotas; max: Quotas }>;
}

export const openAccountUse = opener('accountUse', (environment: Environment): AccountUse => {
  const storage = openUsageCounts<StorageCounts>(environment, 'storage');
  const keys = openActiveKeys(environment);
  const tiers = openTierQuotas(environment);

  const places = async (accountId: string, kind: UsageKind): Promise<number> => {
    const counts = await openUsageCounts<PlaceCounts<{ takenAt: number }>>(environment, kind).read(accountId);
    return Object.keys(counts?.places ?? {}).length;
  };

  return {
    async of(accountId) {
      const [counts, activeJobs, activeSurfaces, activeKeys] = await Promise.all([
        storage.read(accountId),
        places(accountId, 'jobs'),
        places(accountId, 'surfaces'),
        keys.count(accountId),
      ]);
      const { videos = 0, bytes = 0, openUploads = 0 } = counts ?? {};
      return {
        used: { videos, bytes, openUploads, activeJobs, activeSurfaces, activeKeys },
        max: tiers.of(counts ?? {}),
      };
    },
  };
});
