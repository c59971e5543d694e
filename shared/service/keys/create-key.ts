import { ApiError } from '../../contract/errors.ts';
import { TIER_LIMITS } from '../../contract/limits.ts';
import type { Scope } from '../../contract/scopes.ts';
import type { ApiKey, KeyExpiryDays } from '../../domain/keys/api-key.ts';
import type { Account } from '../../stores/accounts.ts';
import type { OperatorStores } from '../operator-stores.ts';

interface KeyRequest {
  /** Handle of the account; one is made where there is none of that name. */
  handle: string;
  name: string;
  scopes: readonly Scope[];
  /** The videos that the key is restricted to; null for all of the account. */
  projectIds: readonly string[] | null;
  expiresInDays: KeyExpiryDays;
}

interface CreatedKey {
  account: Account;
  key: ApiKey;
  /** Only its hash is stored. */
  secret: string;
}

/**
 * Creates an API key.
 * @throws ApiError `VIDEO_NOT_FOUND` when it is to be restricted to videos that the account does not have
 */
export async function createKey(
  { accounts, keys, ownedVideos }: Pick<OperatorStores, 'accounts' | 'keys' | 'ownedVideos'>,
  { handle, name, scopes, projectIds, expiresInDays }: KeyRequest,
): Promise<CreatedKey> {
  const account = await accounts.byHandle(handle);
  const { accountId } = account;
  if (projectIds !== null) await requireOwned(ownedVideos, accountId, projectIds);
  const { secret, key } = await keys.create({
    accountId,
    name,
    scopes: [...new Set(scopes)],
    projectIds: projectIds && [...projectIds],
    expiresInDays,
    rateLimit: TIER_LIMITS[account.tier],
  });
  return { account, key, secret };
}

async function requireOwned(
  videos: OperatorStores['ownedVideos'],
  accountId: string,
  ids: readonly string[],
): Promise<void> {
  const owned = await videos.getMany(accountId, ids);
  const ownedIds = new Set(owned.map(({ videoId }) => videoId));
  const foreign = ids.filter((id) => !ownedIds.has(id));
  if (foreign.length > 0) {
    throw new ApiError('VIDEO_NOT_FOUND', `The account has no video ${foreign.join(', ')}.`);
  }
}
