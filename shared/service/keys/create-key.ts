import { ApiError } from '../../contract/errors.ts';
import { TIER_LIMITS } from '../../contract/limits.ts';
import { quotaExceeded } from '../../contract/quotas.ts';
import type { Scope } from '../../contract/scopes.ts';
import type { Account } from '../../domain/account.ts';
import { type ApiKey, generateKey, type KeyExpiryDays } from '../../domain/keys/api-key.ts';
import type { Opened } from '../../kernel/runtime/store-factories.ts';
import { openAccountReader } from '../../stores/accounts.ts';
import { keyPrefix } from '../../stores/keys/key-prefix.ts';
import { openKeyCreation } from '../../stores/keys/keys.ts';
import { openKeyQuota, openKeySlots } from '../../stores/quotas/key-quota.ts';
import { openOwnedVideos } from '../../stores/videos/video-lists.ts';

export const KEY_CREATION_STORES = {
  keys: openKeyCreation,
  keyQuota: openKeyQuota,
  keySlots: openKeySlots,
  ownedVideos: openOwnedVideos,
  accounts: openAccountReader,
};

type CreationStores = Omit<Opened<typeof KEY_CREATION_STORES>, 'accounts'> & {
  accounts: { get(accountId: string): Promise<Account | null> };
};

export interface KeyRequest {
  name: string;
  scopes: readonly Scope[];
  /** The videos that the key is restricted to; null for all of the account. */
  projectIds: readonly string[] | null;
  expiresInDays: KeyExpiryDays;
  /** Id of the identity that asks for it; an operator does by default. */
  createdBy?: string | null;
  /** Id of the account's key that it is to take the place of. */
  replaces?: string | null | undefined;
}

interface CreatedKey {
  key: ApiKey;
  /** Only its hash is stored. */
  secret: string;
}

export const keyNotFound = (keyId: string): ApiError =>
  new ApiError('KEY_NOT_FOUND', `There is no key ${keyId}.`);

/**
 * Creates an API key of an account.
 * @param beforeStored is done once nothing refuses the key any more, before it is stored; what it returns, where storing it has failed
 *   and nothing of it is there
 * @throws ApiError `VIDEO_NOT_FOUND` when it is to be restricted to videos that the account does not have,
 *   `KEY_NOT_FOUND` when it is to replace a key that the account does not have, `QUOTA_EXCEEDED`
 */
export async function createKey(
  stores: CreationStores,
  { accountId, tier }: Account,
  { scopes, projectIds, createdBy = null, replaces = null, ...request }: KeyRequest,
  beforeStored: (key: ApiKey) => Promise<() => void> = async () => () => {},
): Promise<CreatedKey> {
  const { keys, keyQuota, ownedVideos, environment } = stores;
  if (projectIds !== null) await requireOwned(ownedVideos, accountId, projectIds);
  if (replaces !== null) {
    const entries = await keys.entries(accountId);
    if (!entries.some(({ keyId }) => keyId === replaces)) throw keyNotFound(replaces);
  }
  const { key, secret } = generateKey(
    {
      ...request,
      accountId,
      scopes: [...new Set(scopes)],
      projectIds: projectIds && [...new Set(projectIds)],
      rateLimit: TIER_LIMITS[tier],
      createdBy,
      replaces,
    },
    keyPrefix(environment),
    environment.runtime,
  );
  const excess = await keyQuota.admit(key);
  if (excess !== null) throw quotaExceeded(excess);
  const takeBack = await beforeStored(key);
  await store(stores, key, takeBack);
  return { key: await followTier(stores, key), secret };
}

/** A key of which something may be stored keeps its slot, and counts as made: a second one would work beside it. */
async function store({ keys, keySlots }: CreationStores, key: ApiKey, takeBack: () => void): Promise<void> {
  try {
    await keys.put(key);
  } catch (error) {
    if ((await keys.getMany([key])).length > 0) return;
    takeBack();
    await keySlots.release(key);
    throw error;
  }
}

/**
 * A change of the tier goes through the keys that are stored, and may have passed before this one was. So the key gets the limit of the
 * tier that its account has now, which may change again meanwhile.
 */
async function followTier(stores: CreationStores, key: ApiKey): Promise<ApiKey> {
  const account = await stores.accounts.get(key.accountId);
  const rateLimit = account === null ? key.rateLimit : TIER_LIMITS[account.tier];
  if (rateLimit === key.rateLimit || !(await stores.keys.setRateLimit(key, rateLimit))) return key;
  return followTier(stores, { ...key, rateLimit });
}

async function requireOwned(
  videos: Opened<typeof KEY_CREATION_STORES>['ownedVideos'],
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
