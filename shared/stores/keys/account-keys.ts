import type { ApiKey } from '../../domain/keys/api-key.ts';
import type { Environment } from '../../kernel/runtime/environment.ts';
import { tableName } from '../dynamodb/client.ts';
import { where } from '../dynamodb/expression.ts';
import { queryItems } from '../dynamodb/read.ts';
import { putItem } from '../dynamodb/write.ts';

/** Where a key of an account is stored. It is there before its key is, so that no key exists that is not listed. */
export type KeyEntry = Pick<ApiKey, 'accountId' | 'keyId' | 'keyHash' | 'replaces'>;

/** The entries of an account's keys, by account and key id, read consistently. */
interface AccountKeys {
  put(entry: KeyEntry): Promise<void>;
  /** Newest first. */
  list(accountId: string): Promise<KeyEntry[]>;
}

const ATTRIBUTES = ['accountId', 'keyId', 'keyHash', 'replaces'];

export function openAccountKeys(environment: Environment): AccountKeys {
  const table = tableName(environment, 'accountKeys');
  const keysTable = tableName(environment, 'keys');

  return {
    async put({ accountId, keyId, keyHash, replaces }) {
      await putItem(table, { accountId, keyId, keyHash, replaces });
    },

    async list(accountId) {
      const key = where`accountId = ${accountId}`;
      const entries = new Map<string, KeyEntry>();
      // Keys that an earlier release made have no entry. The index lags by a moment only, and they have been there for long.
      for (const source of [{ table }, { table: keysTable, index: 'by-account' }]) {
        for await (const item of queryItems({ ...source, key, attributes: ATTRIBUTES })) {
          const entry = { replaces: null, ...item } as KeyEntry;
          entries.set(entry.keyId, entry);
        }
      }
      return [...entries.values()].sort((a, b) => (a.keyId < b.keyId ? 1 : -1));
    },
  };
}
