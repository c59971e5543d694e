import { isActive } from '../../domain/keys/api-key.ts';
import type { OperatorStores } from '../operator-stores.ts';
import { revokeKey } from './revoke-key.ts';

type RevokingStores = Pick<OperatorStores, 'keys' | 'keySlots' | 'accounts' | 'environment'>;

/**
 * Revokes every key of an account that still works, for good, from the next request on.
 * @returns the ids of the keys, or null when there is no account of that handle
 */
export async function revokeKeys(stores: RevokingStores, handle: string): Promise<string[] | null> {
  const { keys, accounts, environment } = stores;
  const account = await accounts.find(handle);
  if (account === null) return null;
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
