import { type Excess, findExcess } from '../../domain/quota.ts';
import type { Environment } from '../../kernel/runtime/environment.ts';
import { openVideoCount } from './storage-quota.ts';
import { openTierQuotas } from './tier-quotas.ts';

/** What versions keep in S3 counts in an account's bytes, beside its video files. */
export interface DocumentQuota {
  /**
   * Counts bytes that are about to be stored, where the account's quota admits them.
   * @returns null, or the quota that does not admit them: then nothing was counted
   */
  admit(accountId: string, bytes: number): Promise<Excess | null>;
}

export function openDocumentQuota(environment: Environment): DocumentQuota {
  const count = openVideoCount(environment);
  const tierQuotas = openTierQuotas(environment);

  return {
    async admit(accountId, bytes) {
      const limit = tierQuotas.condition((quotas, value) => `bytes <= ${value(quotas.bytes - bytes)}`);
      while (!(await count.addBytes(accountId, bytes, limit))) {
        // Nobody is refused by counts that are only upper bounds.
        const current = await count.recount(accountId);
        const excess = findExcess(current, { videos: 0, bytes, openUploads: 0 }, tierQuotas.of(current));
        if (excess !== null) return excess;
      }
      return null;
    },
  };
}
