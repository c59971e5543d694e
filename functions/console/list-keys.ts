import { listKeys } from '../../shared/contract/routes/console/keys.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { KEY_LIST_STORES, listAccountKeys } from '../../shared/service/keys/account-keys.ts';

export const handler = endpoint(listKeys, KEY_LIST_STORES, async ({ principal }, stores) => ({
  body: { keys: await listAccountKeys(stores, principal.accountId) },
}));
