import { createKey } from '../../shared/contract/routes/console/keys.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { createAccountKey, keyAlreadyCreated } from '../../shared/service/keys/create-account-key.ts';
import { KEY_CREATION_STORES } from '../../shared/service/keys/create-key.ts';
import { openIdempotency } from '../../shared/stores/idempotency.ts';

export const handler = endpoint(
  createKey,
  { ...KEY_CREATION_STORES, idempotency: openIdempotency },
  async ({ principal, body }, stores, keep) => {
    const created = await createAccountKey(stores, principal, body, keep);
    // Of the answer nothing else is stored.
    return { body: created, kept: created.key.id };
  },
  {
    renew: async (keyId) => {
      throw keyAlreadyCreated(String(keyId));
    },
  },
);
