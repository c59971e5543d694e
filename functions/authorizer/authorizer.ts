import { AUTHORIZERS } from '../../shared/contract/authorizers.ts';
import { authorizer } from '../../shared/http/authorizer.ts';
import { openOnce } from '../../shared/kernel/runtime/store-factories.ts';
import { AUTHENTICATION_STORES, authenticate } from '../../shared/service/keys/authenticate.ts';
import { storeFactoriesOf } from '../../shared/stores/store-factory.ts';

const open = openOnce(storeFactoriesOf(AUTHORIZERS.integrators, AUTHENTICATION_STORES));

/** Answers whose key a request carries, and the account's rate figures. */
export const handler = authorizer('key', async (secret) => {
  const found = await authenticate(open(), secret);
  if ('refused' in found) {
    const { refused, key } = found;
    return { refused, ...(key && { accountId: key.accountId, keyId: key.keyId }) };
  }
  const { accountId, keyId, name: keyName, scopes, projectIds } = found.key;
  return { principal: { kind: 'key', accountId, keyId, keyName, scopes, projectIds }, rate: found.rate };
});
