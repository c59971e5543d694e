import type { ApiKey } from '../../domain/keys/api-key.ts';
import type { Environment } from '../../kernel/runtime/environment.ts';
import { isoNow } from '../../kernel/runtime/runtime.ts';
import { tableName } from '../dynamodb/client.ts';
import { condition, update, where } from '../dynamodb/expression.ts';
import { getItem, getItems, scanItems } from '../dynamodb/read.ts';
import { putItem, writeOnce } from '../dynamodb/write.ts';
import { storeFactory } from '../store-factory.ts';
import { type KeyEntry, openAccountKeys } from './account-keys.ts';
import { changeKey, toKey } from './stored-key.ts';

interface Keys {
  put(key: ApiKey): Promise<void>;
  /** The entries of all keys of an account, newest first, read consistently. */
  entries(accountId: string): Promise<KeyEntry[]>;
  /** The keys of some entries, newest first, read consistently, without those that were never stored. */
  getMany(entries: readonly Pick<KeyEntry, 'keyHash'>[]): Promise<ApiKey[]>;
  /** Every key, or the one of an id, revoked and expired ones too. Reads the whole table, consistently. */
  scan(keyId?: string): AsyncGenerator<ApiKey>;
  /** Gives a key that nobody has used yet another rate limit, unless somebody else has changed it. @returns whether it has that now */
  setRateLimit(key: ApiKey, rateLimit: number): Promise<boolean>;
  /** Revokes a key for good; the moment of an earlier revocation stays. @returns the key, or null if it is gone */
  revoke(key: Pick<ApiKey, 'keyHash'>): Promise<ApiKey | null>;
}

export function openKeys(environment: Environment): Keys {
  const table = tableName(environment, 'keys');
  const accountKeys = openAccountKeys(environment);

  const keyOf = async ({ keyHash }: Pick<ApiKey, 'keyHash'>): Promise<ApiKey | null> => {
    const item = await getItem(table, { keyHash });
    return item && toKey(item);
  };

  return {
    async put(key) {
      await accountKeys.put(key);
      const read = () => keyOf(key);
      await writeOnce(
        () => putItem(table, key),
        read,
        ({ keyId }) => keyId === key.keyId,
      );
    },

    entries: accountKeys.list,

    async getMany(entries) {
      const items = await getItems(
        table,
        entries.map(({ keyHash }) => ({ keyHash })),
      );
      return items.map(toKey).sort((a, b) => (a.keyId < b.keyId ? 1 : -1));
    },

    async *scan(keyId) {
      const isWanted = keyId === undefined ? where`attribute_exists(keyHash)` : where`keyId = ${keyId}`;
      for await (const item of scanItems(table, isWanted)) yield toKey(item);
    },

    async setRateLimit(key, rateLimit) {
      const isStanding = condition`rateLimit = ${key.rateLimit} AND attribute_type(revokedAt, ${'NULL'})`;
      return (await putItem(table, { ...key, rateLimit }, isStanding)) !== null;
    },

    async revoke({ keyHash }) {
      const change = update`SET revokedAt = ${isoNow(environment.runtime)}`;
      const isActive = condition`attribute_type(revokedAt, ${'NULL'})`;
      const revoked = await changeKey(table, keyHash, change, isActive);
      if (revoked !== null) return revoked;
      return keyOf({ keyHash });
    },
  };
}

/** The keys of an account. */
export type KeyLists = Pick<Keys, 'entries' | 'getMany'>;

export const openKeyLists = storeFactory('keyLists', (environment): KeyLists => openKeys(environment));
export const openKeyCreation = storeFactory(
  'keyCreation',
  (environment): KeyLists & Pick<Keys, 'put' | 'setRateLimit'> => openKeys(environment),
);
export const openKeyRevocation = storeFactory(
  'keyRevocation',
  (environment): KeyLists & Pick<Keys, 'revoke'> => openKeys(environment),
);

/** What operators do with the keys of all accounts. */
export const openKeyAdministration = storeFactory(
  'keyAdministration',
  (environment): Keys => openKeys(environment),
);
