import { type ApiKey, hashSecret } from '../../domain/keys/api-key.ts';
import type { Environment } from '../../kernel/runtime/environment.ts';
import { tableName } from '../dynamodb/client.ts';
import { condition, update } from '../dynamodb/expression.ts';
import { getItem } from '../dynamodb/read.ts';
import { storeFactory } from '../store-factory.ts';
import { changeKey, toKey } from './stored-key.ts';

/** Identifies the caller. */
interface KeyLookup {
  /** The key of a secret, read consistently. */
  find(secret: string): Promise<ApiKey | null>;
  /** Stores the time of this use, at most once a minute. */
  noteUse(key: ApiKey): Promise<void>;
}

const USE_RESOLUTION_MS = 60_000;

export const openKeyLookup = storeFactory('keyLookup', (environment: Environment): KeyLookup => {
  const table = tableName(environment, 'keys');

  return {
    async find(secret) {
      const item = await getItem(table, { keyHash: hashSecret(secret) });
      return item && toKey(item);
    },

    async noteUse({ keyHash, lastUsedAt }) {
      const now = environment.runtime.now();
      if (lastUsedAt !== null && now - Date.parse(lastUsedAt) < USE_RESOLUTION_MS) return;
      // Another request of the same minute may have written it already.
      const before = new Date(now - USE_RESOLUTION_MS + 1).toISOString();
      const isDue = condition`attribute_type(lastUsedAt, ${'NULL'}) OR lastUsedAt < ${before}`;
      await changeKey(table, keyHash, update`SET lastUsedAt = ${new Date(now).toISOString()}`, isDue);
    },
  };
});
