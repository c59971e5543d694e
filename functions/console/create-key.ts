import { createKey } from '../../shared/contract/routes/console/keys.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import {
  ACCOUNT_KEY_CREATION_STORES,
  createAccountKey,
  keyAlreadyCreated,
} from '../../shared/service/keys/create-account-key.ts';
import { openIdempotency } from '../../shared/stores/idempotency.ts';

export const STORES = { ...ACCOUNT_KEY_CREATION_STORES, idempotency: openIdempotency };

/** Of the answer nothing is stored but the key's id: not by caches either. */
const headers = { 'Cache-Control': 'no-store' };

export const handler = endpoint(
  createKey,
  STORES,
  async ({ principal, body }, stores, keep) => {
    const created = await createAccountKey(stores, principal, body, keep);
    return { body: created, kept: created.key.id, headers };
  },
  {
    renew: async (keyId) => {
      throw keyAlreadyCreated(String(keyId));
    },
  },
);
