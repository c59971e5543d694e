import { type ApiKey, isActive } from '../../domain/keys/api-key.ts';
import type { OperatorStores } from '../operator-stores.ts';
import { accountHandles } from './account-handles.ts';

/** A key as operators see it. */
export interface ListedKey extends Omit<ApiKey, 'keyHash' | 'rateLimit'> {
  /** Handle of the account. */
  account: string;
  state: 'active' | 'expired' | 'revoked';
}

const stateOf = (key: ApiKey, now: number): ListedKey['state'] => {
  if (isActive(key, now)) return 'active';
  return key.revokedAt === null ? 'expired' : 'revoked';
};

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
  for await (const key of keys.list(only)) {
    const { keyHash: _, rateLimit: __, ...shown } = key;
    listed.push({ ...shown, account: handles.get(key.accountId) ?? key.accountId, state: stateOf(key, now) });
  }
  return listed.sort((a, b) => compare(a.account, b.account) || compare(a.createdAt, b.createdAt));
}
