import { getKey } from '../../shared/contract/routes/console/keys.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { KEY_STORES, readAccountKey } from '../../shared/service/keys/account-keys.ts';

export const handler = endpoint(getKey, KEY_STORES, async ({ principal, params }, stores) => ({
  body: await readAccountKey(stores, principal.accountId, params.keyId),
}));
