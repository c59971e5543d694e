import type { Tier } from '../../contract/limits.ts';
import type { Environment } from '../../kernel/runtime/environment.ts';
import { type Account, openAccounts } from '../../stores/accounts.ts';

/** Gives an account another tier, and all its keys the rate limit of that; the account is made where there is none of that name. */
export async function setTier(environment: Environment, handle: string, tier: Tier): Promise<Account> {
  const accounts = openAccounts(environment);
  const account = await accounts.byHandle(handle);
  await accounts.setTier(account, tier);
  return account;
}
