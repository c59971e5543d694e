import { AUTHORIZERS } from '../../shared/contract/authorizers.ts';
import { SCOPES } from '../../shared/contract/scopes.ts';
import { authorizer } from '../../shared/http/authorizer.ts';
import { openOnce } from '../../shared/kernel/runtime/store-factories.ts';
import {
  authenticateIdentity,
  IDENTITY_STORES,
} from '../../shared/service/identity/authenticate-identity.ts';
import { tokenVerifier } from '../../shared/service/identity/verify-token.ts';
import { storeFactoriesOf } from '../../shared/stores/store-factory.ts';

const open = openOnce(storeFactoriesOf(AUTHORIZERS.console, IDENTITY_STORES));
const openVerifier = openOnce({ verifyToken: tokenVerifier });

/** Answers which person has signed in, who has all scopes and no restriction, and the identity's own rate figures. */
export const handler = authorizer('token', async (token) => {
  const found = await authenticateIdentity(open(), openVerifier().verifyToken, token);
  if ('refused' in found) {
    const { refused, identity } = found;
    return { refused, ...(identity && { accountId: identity.accountId, identityId: identity.identityId }) };
  }
  const { accountId, identityId, issuer, subject } = found.identity;
  const who = { accountId, identityId, issuer, subject };
  return { principal: { kind: 'identity', ...who, scopes: SCOPES, projectIds: null }, rate: found.rate };
});
