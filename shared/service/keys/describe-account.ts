import { TIER_LIMITS } from '../../contract/limits.ts';
import { QUOTA_NAMES } from '../../contract/quotas.ts';
import type { ConsoleAccount } from '../../contract/schemas/console/account.ts';
import type { IdentityPrincipal } from '../../domain/keys/principal.ts';
import type { Opened } from '../../kernel/runtime/store-factories.ts';
import { openAccountReader } from '../../stores/accounts.ts';
import { openAccountUse } from '../../stores/quotas/account-use.ts';
import { openRateReader } from '../../stores/rate-limiter.ts';

export const ACCOUNT_STORES = { accounts: openAccountReader, use: openAccountUse, rates: openRateReader };

/** The account of a person: its tier, what it has of each quota, and the requests that its keys have left in this minute. */
export async function describeAccount(
  { accounts, use, rates }: Opened<typeof ACCOUNT_STORES>,
  { accountId, identityId, issuer, subject }: IdentityPrincipal,
): Promise<ConsoleAccount> {
  const { handle, tier, createdAt } = await accounts.get(accountId);
  const [{ used, max }, { limit, remaining, resetAt }] = await Promise.all([
    use.of(accountId),
    rates.read(accountId, TIER_LIMITS[tier]),
  ]);
  return {
    id: accountId,
    handle,
    tier,
    createdAt,
    identity: { id: identityId, issuer, subject },
    rate: { limit, remaining, resetAt },
    quotas: QUOTA_NAMES.map((name) => ({ name, used: used[name], max: max[name] })),
  };
}
