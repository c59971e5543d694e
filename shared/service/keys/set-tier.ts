import type { Tier } from '../../contract/limits.ts';
import type { Account } from '../../domain/account.ts';
import type { OperatorStores } from '../operator-stores.ts';

/**
 * Gives an account another tier, and all its keys the rate limit of that.
 * @returns null when there is no account of that handle
 */
export async function setTier(
  { accounts }: Pick<OperatorStores, 'accounts'>,
  handle: string,
  tier: Tier,
): Promise<Account | null> {
  const account = await accounts.find(handle);
  if (account === null) return null;
  await accounts.setTier(account, tier);
  return { ...account, tier };
}
