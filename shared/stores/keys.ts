import { GetCommand, PutCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
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
import { dynamodb, isConditionFailure, tableName } from './dynamodb/client.ts';

export interface NewKey {
  accountId: string;
  name: string;
  scopes: Scope[];
  projectIds: string[] | null;
  expiresInDays: KeyExpiryDays;
  /** Requests per minute of the account's tier. */
  rateLimit: number;
}

export interface Keys {
  /** Creates a key. The secret is in the answer and nowhere else. */
  create(key: NewKey): Promise<{ secret: string; key: ApiKey }>;
  /** The key of a secret, read consistently. */
  find(secret: string): Promise<ApiKey | null>;
  /** Revokes for good. False when there is no such key. */
  revoke(keyId: string): Promise<boolean>;
  /** Remembers a use, at most once a minute. */
  noteUse(key: ApiKey): Promise<void>;
}

const DEFAULT_PREFIX = 'vms';
const USE_RESOLUTION = 60_000;

export const keyPrefix = (environment: Environment): string =>
  environment.variables[SETTINGS.keyPrefix] || DEFAULT_PREFIX;

export function openKeys(environment: Environment): Keys {
  const table = tableName(environment, 'keys');
  const { runtime } = environment;

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
      await dynamodb().send(new PutCommand({ TableName: table, Item: item }));
      return { secret, key: item };
    },

    async find(secret) {
      const { Item } = await dynamodb().send(
        new GetCommand({ TableName: table, Key: { keyHash: hashSecret(secret) }, ConsistentRead: true }),
      );
      return (Item as ApiKey | undefined) ?? null;
    },

    async revoke(keyId) {
      const { Items } = await dynamodb().send(
        new QueryCommand({
          TableName: table,
          IndexName: 'by-key-id',
          KeyConditionExpression: 'keyId = :id',
          ExpressionAttributeValues: { ':id': keyId },
        }),
      );
      const keyHash = Items?.[0]?.keyHash;
      if (keyHash === undefined) return false;
      await dynamodb().send(
        new UpdateCommand({
          TableName: table,
          Key: { keyHash },
          UpdateExpression: 'SET revokedAt = :now',
          ConditionExpression: 'attribute_exists(keyHash)',
          ExpressionAttributeValues: { ':now': isoNow(runtime) },
        }),
      );
      return true;
    },

    async noteUse({ keyHash, lastUsedAt }) {
      const now = runtime.now();
      if (lastUsedAt !== null && now - Date.parse(lastUsedAt) < USE_RESOLUTION) return;
      try {
        await dynamodb().send(
          new UpdateCommand({
            TableName: table,
            Key: { keyHash },
            UpdateExpression: 'SET lastUsedAt = :now',
            ConditionExpression:
              'attribute_exists(keyHash) AND (attribute_type(lastUsedAt, :null) OR lastUsedAt < :before)',
            ExpressionAttributeValues: {
              ':now': new Date(now).toISOString(),
              ':before': new Date(now - USE_RESOLUTION + 1).toISOString(),
              ':null': 'NULL',
            },
          }),
        );
      } catch (error) {
        // Another request of the same minute wrote it.
        if (!isConditionFailure(error)) throw error;
      }
    },
  };
}
