import type { Identity, IdentityName } from '../../domain/identity/identity.ts';
import type { OperatorStores } from '../operator-stores.ts';

/**
 * Lets a person work in an account that is there, from their next request on. Only operators may: nothing that a provider says of
 * a person, such as an e-mail address, leads to an account that others made.
 * @returns null when there is no such account
 */
export async function linkIdentity(
  { identities, accounts }: Pick<OperatorStores, 'identities' | 'accounts'>,
  { issuer, subject, accountId }: IdentityName & { accountId: string },
): Promise<Identity | null> {
  if ((await accounts.get(accountId)) === null) return null;
  return identities.link({ issuer, subject }, accountId);
}
