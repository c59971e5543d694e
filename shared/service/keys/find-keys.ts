import type { ApiKey } from '../../domain/keys/api-key.ts';
import type { KeyEntry } from '../../stores/keys/account-keys.ts';
import type { KeyLists } from '../../stores/keys/keys.ts';

export interface FoundKey {
  key: ApiKey;
  /** Id of the newest key that was made to take its place. */
  replacedBy: string | null;
}

/** The newest entry that was made to replace a key, by that key's id. */
const replacements = (newestFirst: readonly KeyEntry[]): Map<string | null, KeyEntry> =>
  new Map(newestFirst.toReversed().map((entry) => [entry.replaces, entry]));

/**
 * The keys of some entries of an account, newest first, without those whose creation was cut short.
 * @param entries all of the account's, newest first
 */
export async function findKeys(
  { keys }: { keys: KeyLists },
  entries: readonly KeyEntry[],
  wanted: readonly KeyEntry[],
): Promise<FoundKey[]> {
  const newest = replacements(entries);
  const replacing = wanted.flatMap(({ keyId }) => newest.get(keyId) ?? []);
  const found = await keys.getMany([...new Set([...wanted, ...replacing])]);
  const stored = new Set(found.map(({ keyId }) => keyId));
  const wantedIds = new Set(wanted.map(({ keyId }) => keyId));
  return found
    .filter(({ keyId }) => wantedIds.has(keyId))
    .map((key) => {
      const replacement = newest.get(key.keyId)?.keyId;
      const isStored = replacement !== undefined && stored.has(replacement);
      return { key, replacedBy: isStored ? replacement : null };
    });
}
