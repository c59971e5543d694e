import { LIMITS } from '../../contract/limits.ts';
import { type Identity, isEnabled, isSessionOpen } from '../../domain/identity/identity.ts';
import type { RateState } from '../../domain/keys/principal.ts';
import type { Opened } from '../../kernel/runtime/store-factories.ts';
import { openIdentityLookup } from '../../stores/identities.ts';
import { openNewAccounts } from '../../stores/new-accounts.ts';
import { openRateLimiter } from '../../stores/rate-limiter.ts';
import type { VerifyToken } from './verify-token.ts';

export const IDENTITY_STORES = {
  identities: openIdentityLookup,
  accounts: openNewAccounts,
  limiter: openRateLimiter,
};

/** Why a person is refused: for the log, not for the client. */
interface Refusal {
  refused: string;
  /** The identity, where the token is good. */
  identity: Identity | null;
}

const unauthorized = (refused: string, identity: Identity | null = null): Refusal => ({ refused, identity });

/**
 * Finds the identity that an access token is about, and counts the request against its rate limit. The first request of a
 * person makes the identity, then its account: requests that come at once find the one identity, and one that comes after
 * a crash between the two writes makes the account that the identity already names.
 */
export async function authenticateIdentity(
  { identities, accounts, limiter }: Opened<typeof IDENTITY_STORES>,
  verifyToken: VerifyToken,
  token: string,
): Promise<Refusal | { identity: Identity; rate: RateState }> {
  const verified = await verifyToken(token);
  if ('refused' in verified) return unauthorized(verified.refused);
  const identity = (await identities.find(verified)) ?? (await identities.create(verified));
  if (!isEnabled(identity)) return unauthorized('disabled', identity);
  if (!isSessionOpen(identity, verified.sessionBegunAt)) return unauthorized('signed out', identity);
  if (!identity.hasAccount) {
    const { accountId } = identity;
    await accounts.create(accountId, accountHandle(accountId));
    await identities.noteAccount(identity);
  }
  const rate = await limiter.count(`identity#${identity.identityId}`, LIMITS.identityRequests);
  return { identity, rate };
}

/** Digits of an id (UUID version 7) that are random. */
const RANDOM_DIGITS = 16;

/**
 * The handle of an account that a first sign-in makes: from its id, never from what the provider says of the person, who might choose
 * the name of another account.
 */
const accountHandle = (accountId: string): string =>
  `user-${accountId.replaceAll('-', '').slice(-RANDOM_DIGITS)}`;
