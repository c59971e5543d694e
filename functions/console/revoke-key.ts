import { revokeKey } from '../../shared/contract/routes/console/keys.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { revokeAccountKey } from '../../shared/service/keys/account-keys.ts';
import { KEY_REVOCATION_STORES } from '../../shared/service/keys/revoke-key.ts';

export const handler = endpoint(revokeKey, KEY_REVOCATION_STORES, async ({ principal, params }, stores) => ({
  body: { key: await revokeAccountKey(stores, principal.accountId, params.keyId) },
}));
