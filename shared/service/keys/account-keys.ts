import { LIMITS } from '../../contract/limits.ts';
import type { ConsoleKey } from '../../contract/schemas/console/key.ts';
import { isActive } from '../../domain/keys/api-key.ts';
import type { Opened } from '../../kernel/runtime/store-factories.ts';
import type { KeyEntry } from '../../stores/keys/account-keys.ts';
import { type KeyLists, openKeyLists } from '../../stores/keys/keys.ts';
import { openActiveKeys } from '../../stores/quotas/key-quota.ts';
import { openOwnedVideos } from '../../stores/videos/video-lists.ts';
import { keyNotFound } from './create-key.ts';
import { type FoundKey, findKeys } from './find-keys.ts';
import { type KEY_REVOCATION_STORES, revokeKey } from './revoke-key.ts';
import { shownKey } from './shown-key.ts';

export const KEY_STORES = { keys: openKeyLists, ownedVideos: openOwnedVideos };
export const KEY_LIST_STORES = { ...KEY_STORES, activeKeys: openActiveKeys };

type KeyStores = Opened<typeof KEY_STORES>;

/** Those of the videos that some keys are restricted to which exist. */
async function existingVideos(
  { ownedVideos }: KeyStores,
  accountId: string,
  found: readonly FoundKey[],
): Promise<string[]> {
  const named = found.flatMap(({ key }) => key.projectIds ?? []);
  return (await ownedVideos.getMany(accountId, named)).map(({ videoId }) => videoId);
}

/** The keys of an account, newest first: all that work, and of the others those among the newest. */
export async function listAccountKeys(
  stores: Opened<typeof KEY_LIST_STORES>,
  accountId: string,
): Promise<ConsoleKey[]> {
  const [entries, active] = await Promise.all([
    stores.keys.entries(accountId),
    stores.activeKeys.of(accountId),
  ]);
  const listed = entries.filter(({ keyId }, rank) => rank < LIMITS.listedKeys || active.has(keyId));
  const found = await findKeys(stores, entries, listed);
  const now = stores.environment.runtime.now();
  const working = found.filter(({ key }) => isActive(key, now));
  const existing = new Set(await existingVideos(stores, accountId, working));
  return found.map(({ key, replacedBy }) => shownKey(key, now, { existing, replacedBy }));
}

/** A key of an account; an id of another account is as unknown as any other. */
async function findKey(
  stores: { keys: KeyLists },
  entries: readonly KeyEntry[],
  keyId: string,
): Promise<FoundKey> {
  const [found] = await findKeys(
    stores,
    entries,
    entries.filter((entry) => entry.keyId === keyId),
  );
  if (found === undefined) throw keyNotFound(keyId);
  return found;
}

/**
 * A key of an account, and those of its videos that exist, whatever the state of the key; null: it is restricted to none.
 * @throws ApiError `KEY_NOT_FOUND`
 */
export async function readAccountKey(
  stores: KeyStores,
  accountId: string,
  keyId: string,
): Promise<{ key: ConsoleKey; reachableProjectIds: string[] | null }> {
  const found = await findKey(stores, await stores.keys.entries(accountId), keyId);
  const { key, replacedBy } = found;
  const existing = await existingVideos(stores, accountId, [found]);
  const now = stores.environment.runtime.now();
  return {
    key: shownKey(key, now, { existing: new Set(existing), replacedBy }),
    reachableProjectIds: key.projectIds && existing,
  };
}

/**
 * Revokes a key of an account for good, from the next request on.
 * @throws ApiError `KEY_NOT_FOUND`
 */
export async function revokeAccountKey(
  stores: Opened<typeof KEY_REVOCATION_STORES>,
  accountId: string,
  keyId: string,
): Promise<ConsoleKey> {
  const { key, replacedBy } = await findKey(stores, await stores.keys.entries(accountId), keyId);
  const revoked = await revokeKey(stores, key);
  if (revoked === null) throw keyNotFound(keyId);
  return shownKey(revoked, stores.environment.runtime.now(), { existing: new Set(), replacedBy });
}
