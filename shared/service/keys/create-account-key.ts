import { ApiError } from '../../contract/errors.ts';
import type { ConsoleKey } from '../../contract/schemas/console/key.ts';
import type { IdentityPrincipal } from '../../domain/keys/principal.ts';
import type { Opened } from '../../kernel/runtime/store-factories.ts';
import { createKey, type KEY_CREATION_STORES, type KeyRequest } from './create-key.ts';
import { shownKey } from './shown-key.ts';

export const keyAlreadyCreated = (keyId: string): ApiError =>
  new ApiError('KEY_ALREADY_CREATED', `The key ${keyId} was created; its secret cannot be shown again.`, {
    details: { keyId },
  });

/**
 * Creates an API key for a person, in their account.
 * @param keep keeps the key's id before the key is stored: whatever is lost from then on, no repeat makes a second key
 * @throws ApiError as `createKey`
 */
export async function createAccountKey(
  stores: Opened<typeof KEY_CREATION_STORES>,
  { accountId, identityId }: IdentityPrincipal,
  request: Omit<KeyRequest, 'createdBy'>,
  keep: (keyId: string) => Promise<() => void>,
): Promise<{ key: ConsoleKey; secret: string }> {
  const account = await stores.accounts.get(accountId);
  const { key, secret } = await createKey(stores, account, { ...request, createdBy: identityId }, (made) =>
    keep(made.keyId),
  );
  const existing = new Set(key.projectIds);
  return { key: shownKey(key, stores.environment.runtime.now(), { existing, replacedBy: null }), secret };
}
