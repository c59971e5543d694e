import type { Tier } from '../../contract/limits.ts';
import type { Quotas } from '../../contract/quotas.ts';
import type { Account } from '../../domain/account.ts';
import type { OperatorStores } from '../operator-stores.ts';

interface ShownAccount extends Account {
  /** What it has of each quota, and the most that its tier may have. */
  used: Quotas;
  max: Quotas;
}

/** An account and what it takes of its quotas; null when there is none of that handle. */
export async function showAccount(
  { accounts, use }: Pick<OperatorStores, 'accounts' | 'use'>,
  handle: string,
): Promise<ShownAccount | null> {
  const account = await accounts.find(handle);
  return account && { ...account, ...(await use.of(account.accountId)) };
}

/** Every account, by handle. */
export async function listAccounts({ accounts }: Pick<OperatorStores, 'accounts'>): Promise<Account[]> {
  const found: Account[] = [];
  for await (const account of accounts.list()) found.push(account);
  return found.sort((a, b) => (a.handle < b.handle ? -1 : 1));
}

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
