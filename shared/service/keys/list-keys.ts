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

/**
 * The keys of an account, or of all, oldest first within each account.
 * @returns null when there is no account of that handle
 */
export async function listKeys(
  { keys, accounts, environment }: Pick<OperatorStores, 'keys' | 'accounts' | 'environment'>,
  handle?: string,
): Promise<ListedKey[] | null> {
  const handles = await accountHandles({ accounts }, handle);
  if (handles === null) return null;
  const [only] = handle === undefined ? [] : handles.keys();
  const now = environment.runtime.now();
  const listed: ListedKey[] = [];
  const found = only === undefined ? keys.scan() : await keys.getMany(await keys.entries(only));
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
