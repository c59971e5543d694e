import { ApiError } from '../../contract/errors.ts';
import { TIER_LIMITS } from '../../contract/limits.ts';
import type { Scope } from '../../contract/scopes.ts';
import type { ApiKey, KeyExpiryDays } from '../../domain/keys/api-key.ts';
import type { Environment } from '../../kernel/runtime/environment.ts';
import { type Account, openAccounts } from '../../stores/accounts.ts';
import { openKeys } from '../../stores/keys.ts';
import { openVideoLists } from '../../stores/videos/video-lists.ts';

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
  environment: Environment,
  { handle, name, scopes, projectIds, expiresInDays }: KeyRequest,
): Promise<CreatedKey> {
  const account = await openAccounts(environment).byHandle(handle);
  const { accountId } = account;
  if (projectIds !== null) await requireOwned(environment, accountId, projectIds);
  const { secret, key } = await openKeys(environment).create({
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
  environment: Environment,
  accountId: string,
  ids: readonly string[],
): Promise<void> {
  const owned = await openVideoLists(environment).getMany(accountId, ids);
  const ownedIds = new Set(owned.map(({ videoId }) => videoId));
  const foreign = ids.filter((id) => !ownedIds.has(id));
  if (foreign.length > 0) {
    throw new ApiError('VIDEO_NOT_FOUND', `The account has no video ${foreign.join(', ')}.`);
  }
}
