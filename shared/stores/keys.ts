import { SETTINGS } from '../contract/resources.ts';
import type { Scope } from '../contract/scopes.ts';
import { uuidv7 } from '../domain/ids.ts';
import {
  type ApiKey,
  expiryDate,
  generateSecret,
  hashSecret,
  type KeyExpiryDays,
  maskSecret,
} from '../domain/keys/api-key.ts';
import type { Environment } from '../kernel/runtime/environment.ts';
import { isoNow } from '../kernel/runtime/runtime.ts';
import { tableName } from './dynamodb/client.ts';
import { condition, update, where } from './dynamodb/expression.ts';
import { getItem, queryItems, scanItems } from './dynamodb/read.ts';
import { putItem, updateItem } from './dynamodb/write.ts';
import { opener } from './opener.ts';

interface NewKey {
  accountId: string;
  name: string;
  scopes: Scope[];
  projectIds: string[] | null;
  expiresInDays: KeyExpiryDays;
  /** Requests per minute of the account's tier. */
  rateLimit: number;
}

export interface Keys {
  /** Creates a key. The secret is not stored. */
  create(key: NewKey): Promise<{ secret: string; key: ApiKey }>;
  /** The key of a secret, read consistently. */
  find(secret: string): Promise<ApiKey | null>;
  /** Revokes a key for good; false if there is no such key. One that was made a moment ago may not be found yet. */
  revoke(keyId: string): Promise<boolean>;
  /** Revokes a key that was listed, without looking for it; false if it is gone. */
  revokeListed(key: ApiKey): Promise<boolean>;
  /** Every key, or those of an account, revoked and expired ones too. Reads the whole table. */
  list(accountId?: string): AsyncGenerator<ApiKey>;
  /** Stores the time of this use, at most once a minute. */
  noteUse(key: ApiKey): Promise<void>;
}

const DEFAULT_PREFIX = 'vms';
const USE_RESOLUTION_MS = 60_000;

export const keyPrefix = (environment: Environment): string =>
  environment.variables[SETTINGS.keyPrefix] || DEFAULT_PREFIX;

export function openKeys(environment: Environment): Keys {
  const table = tableName(environment, 'keys');
  const { runtime } = environment;

  const revokeListed = async ({ keyHash }: Pick<ApiKey, 'keyHash'>): Promise<boolean> => {
    const revoked = await updateItem(table, { keyHash }, update`SET revokedAt = ${isoNow(runtime)}`, {
      when: condition`attribute_exists(keyHash)`,
    });
    return revoked !== null;
  };

  return {
    async create({ expiresInDays, ...key }) {
      const prefix = keyPrefix(environment);
      const secret = generateSecret(prefix, runtime);
      const item: ApiKey = {
        ...key,
        keyHash: hashSecret(secret),
        keyId: uuidv7(runtime),
        masked: maskSecret(secret, prefix),
        createdAt: isoNow(runtime),
        expiresAt: expiryDate(expiresInDays, runtime.now()),
        revokedAt: null,
        lastUsedAt: null,
      };
      await putItem(table, item);
      return { secret, key: item };
    },

    async find(secret) {
      return (await getItem(table, { keyHash: hashSecret(secret) })) as ApiKey | null;
    },

    async revoke(keyId) {
      const keys = queryItems({ table, index: 'by-key-id', key: where`keyId = ${keyId}` });
      for await (const item of keys) return revokeListed(item as Pick<ApiKey, 'keyHash'>);
      return false;
    },

    revokeListed,

    async *list(accountId) {
      const isWanted =
        accountId === undefined ? where`attribute_exists(keyHash)` : where`accountId = ${accountId}`;
      for await (const item of scanItems(table, isWanted)) yield item as unknown as ApiKey;
    },

    async noteUse({ keyHash, lastUsedAt }) {
      const now = runtime.now();
      if (lastUsedAt !== null && now - Date.parse(lastUsedAt) < USE_RESOLUTION_MS) return;
      // Another request of the same minute may have written it already.
      const before = new Date(now - USE_RESOLUTION_MS + 1).toISOString();
      const isDue = condition`attribute_type(lastUsedAt, ${'NULL'}) OR lastUsedAt < ${before}`;
      await updateItem(table, { keyHash }, update`SET lastUsedAt = ${new Date(now).toISOString()}`, {
        when: condition`attribute_exists(keyHash) AND ${isDue}`,
      });
    },
  };
}

/** What tells who calls. */
export const openKeyLookup = opener<Pick<Keys, 'find' | 'noteUse'>>('keyLookup', openKeys);

/** What makes, shows and ends keys. */
export const openKeyAdministration = opener<Pick<Keys, 'create' | 'list' | 'revoke' | 'revokeListed'>>(
  'keyAdministration',
  openKeys,
);
