import type { Account } from '../../domain/account.ts';
import type { OperatorStores } from '../operator-stores.ts';

/** The handles of all accounts by their ids, or that of one account. */
export async function accountHandles(
  { accounts }: Pick<OperatorStores, 'accounts'>,
  only?: Account,
): Promise<ReadonlyMap<string, string>> {
  if (only !== undefined) return new Map([[only.accountId, only.handle]]);
  const handles = new Map<string, string>();
  for await (const account of accounts.list()) handles.set(account.accountId, account.handle);
  return handles;
}
