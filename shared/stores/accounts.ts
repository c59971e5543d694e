import { GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { TIER_LIMITS, type Tier } from '../contract/limits.ts';
import { uuidv7 } from '../domain/ids.ts';
import type { Environment } from '../kernel/runtime/environment.ts';
import { isoNow } from '../kernel/runtime/runtime.ts';
import { dynamodb, isConditionFailure, tableName } from './dynamodb/client.ts';
import { queryItems } from './dynamodb/query.ts';
import { USAGE_KINDS } from './quotas/usage.ts';

export interface Account {
  accountId: string;
  /** The unique name operators use. */
  handle: string;
  tier: Tier;
  createdAt: string;
}

export interface Accounts {
  get(accountId: string): Promise<Account | null>;
  /** The account of a handle, created on demand in the free tier. */
  byHandle(handle: string): Promise<Account>;
  /** Changes the tier of an account, its quotas and the request limit of its keys. */
  setTier(account: Account, tier: Tier): Promise<void>;
}

const handleKey = (handle: string): string => `handle#${handle}`;

export function openAccounts(environment: Environment): Accounts {
  const table = tableName(environment, 'accounts');
  const keysTable = tableName(environment, 'keys');
  const usageTable = tableName(environment, 'usage');

  const get = async (accountId: string): Promise<Account | null> => {
    const { Item } = await dynamodb().send(
      new GetCommand({ TableName: table, Key: { accountId }, ConsistentRead: true }),
    );
    return (Item as Account | undefined) ?? null;
  };

  /** Reserves the handle; whoever came first decides the account's id. */
  const claimHandle = async (handle: string): Promise<string> => {
    const key = { accountId: handleKey(handle) };
    const read = () => dynamodb().send(new GetCommand({ TableName: table, Key: key, ConsistentRead: true }));
    const existing = (await read()).Item?.owner as string | undefined;
    if (existing !== undefined) return existing;
    try {
      const owner = uuidv7(environment.runtime);
      await dynamodb().send(
        new PutCommand({
          TableName: table,
          Item: { ...key, owner },
          ConditionExpression: 'attribute_not_exists(accountId)',
        }),
      );
      return owner;
    } catch (error) {
      if (!isConditionFailure(error)) throw error;
      return (await read()).Item?.owner as string;
    }
  };

  return {
    get,

    async byHandle(handle) {
      const accountId = await claimHandle(handle);
      const existing = await get(accountId);
      if (existing !== null) return existing;
      const account: Account = { accountId, handle, tier: 'free', createdAt: isoNow(environment.runtime) };
      try {
        await dynamodb().send(
          new PutCommand({
            TableName: table,
            Item: account,
            ConditionExpression: 'attribute_not_exists(accountId)',
          }),
        );
      } catch (error) {
        if (!isConditionFailure(error)) throw error;
      }
      return (await get(accountId)) ?? account;
    },

    async setTier({ accountId }, tier) {
      await dynamodb().send(
        new UpdateCommand({
          TableName: table,
          Key: { accountId },
          UpdateExpression: 'SET tier = :tier',
          ConditionExpression: 'attribute_exists(accountId)',
          ExpressionAttributeValues: { ':tier': tier },
        }),
      );
      for (const kind of USAGE_KINDS) {
        await dynamodb().send(
          new UpdateCommand({
            TableName: usageTable,
            Key: { accountId, kind },
            UpdateExpression: 'SET tier = :tier',
            ExpressionAttributeValues: { ':tier': tier },
          }),
        );
      }
      const keys = queryItems({
        TableName: keysTable,
        IndexName: 'by-account',
        KeyConditionExpression: 'accountId = :account',
        ExpressionAttributeValues: { ':account': accountId },
      });
      for await (const { keyHash } of keys) {
        await dynamodb().send(
          new UpdateCommand({
            TableName: keysTable,
            Key: { keyHash },
            UpdateExpression: 'SET rateLimit = :limit',
            ConditionExpression: 'attribute_exists(keyHash)',
            ExpressionAttributeValues: { ':limit': TIER_LIMITS[tier] },
          }),
        );
      }
    },
  };
}
