import type { Account } from '../../domain/account.ts';
import { isActive } from '../../domain/keys/api-key.ts';
import type { OperatorStores } from '../operator-stores.ts';
import { revokeKey } from './revoke-key.ts';

type RevokingStores = Pick<OperatorStores, 'keys' | 'keySlots' | 'environment'>;

/**
 * Revokes every active key of an account for good, from the next request on.
 * @returns the ids of the keys
 */
export async function revokeKeys(
  stores: RevokingStores,
  account: Pick<Account, 'accountId'>,
): Promise<string[]> {
  const { keys, environment } = stores;
  const revoked: string[] = [];
  for (const key of await keys.getMany(await keys.entries(account.accountId))) {
    if (!isActive(key, environment.runtime.now())) continue;
    if ((await revokeKey(stores, key)) !== null) revoked.push(key.keyId);
  }
  return revoked;
}

/**
 * Revokes the key of an id, of whichever account.
 * @returns false if there is no such key
 */
export async function revokeKeyById(stores: RevokingStores, keyId: string): Promise<boolean> {
  for await (const key of stores.keys.scan(keyId)) return (await revokeKey(stores, key)) !== null;
  return false;
}
