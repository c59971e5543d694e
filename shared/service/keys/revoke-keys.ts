import { isActive } from '../../domain/keys/api-key.ts';
import type { OperatorStores } from '../operator-stores.ts';

/**
 * Revokes every key of an account that still works, for good, from the next request on.
 * @returns the ids of the keys, or null when there is no account of that handle
 */
export async function revokeKeys(
  { keys, accounts, environment }: Pick<OperatorStores, 'keys' | 'accounts' | 'environment'>,
  handle: string,
): Promise<string[] | null> {
  const account = await accounts.find(handle);
  if (account === null) return null;
  const revoked: string[] = [];
  for await (const key of keys.list(account.accountId)) {
    if (!isActive(key, environment.runtime.now())) continue;
    // By what the listing says of it: the index of ids may not have a key that was made a moment ago.
    if (await keys.revokeListed(key)) revoked.push(key.keyId);
  }
  return revoked;
}
