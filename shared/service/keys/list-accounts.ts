import type { Account } from '../../domain/account.ts';
import type { OperatorStores } from '../operator-stores.ts';

/** Every account, by handle. */
export async function listAccounts({ accounts }: Pick<OperatorStores, 'accounts'>): Promise<Account[]> {
  const found: Account[] = [];
  for await (const account of accounts.list()) found.push(account);
  return found.sort((a, b) => (a.handle < b.handle ? -1 : 1));
}
