import type { Tier } from '../../contract/limits.ts';
import type { Account } from '../../domain/account.ts';
import type { OperatorStores } from '../operator-stores.ts';

/** Gives an account another tier, and all its keys the rate limit of that; the account is made where there is none of that name. */
export async function setTier(
  { accounts }: Pick<OperatorStores, 'accounts'>,
  handle: string,
  tier: Tier,
): Promise<Account> {
  const account = await accounts.byHandle(handle);
  await accounts.setTier(account, tier);
  return { ...account, tier };
}
