import type { ApiKey } from '../../domain/keys/api-key.ts';
import type { Opened } from '../../kernel/runtime/store-factories.ts';
import { openKeyRevocation } from '../../stores/keys/keys.ts';
import { openKeySlots } from '../../stores/quotas/key-quota.ts';

export const KEY_REVOCATION_STORES = { keys: openKeyRevocation, keySlots: openKeySlots };

/**
 * Revokes a key for good, from the next request on; one that is revoked already stays as it is.
 * @returns the key, or null if it is gone
 */
export async function revokeKey(
  { keys, keySlots }: Pick<Opened<typeof KEY_REVOCATION_STORES>, 'keys' | 'keySlots'>,
  key: ApiKey,
): Promise<ApiKey | null> {
  const revoked = await keys.revoke(key);
  await keySlots.release(key);
  return revoked;
}
