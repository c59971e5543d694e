import type { Account } from '../../domain/account.ts';
import { type ApiKey, type KeyState, keyState } from '../../domain/keys/api-key.ts';
import type { OperatorStores } from '../operator-stores.ts';
import { accountHandles } from './account-handles.ts';

/** A key as operators see it. */
interface ListedKey extends Omit<ApiKey, 'keyHash' | 'rateLimit'> {
  /** Handle of the account. */
  account: string;
  state: KeyState;
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** The keys of one account, or of all, oldest first within each account. */
export async function listKeys(
  { keys, accounts, environment }: Pick<OperatorStores, 'keys' | 'accounts' | 'environment'>,
  only?: Account,
): Promise<ListedKey[]> {
  const handles = await accountHandles({ accounts }, only);
  const now = environment.runtime.now();
  const listed: ListedKey[] = [];
  const found = only === undefined ? keys.scan() : await keys.getMany(await keys.entries(only.accountId));
  for await (const key of found) {
    const { keyHash: _, rateLimit: __, ...shown } = key;
    listed.push({
      ...shown,
      account: handles.get(key.accountId) ?? key.accountId,
      state: keyState(key, now),
    });
  }
  return listed.sort((a, b) => compare(a.account, b.account) || compare(a.createdAt, b.createdAt));
}
