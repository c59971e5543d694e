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
