import { TIER_LIMITS, type Tier } from '../contract/limits.ts';
import type { Account } from '../domain/account.ts';
import type { Environment } from '../kernel/runtime/environment.ts';
import { tableName } from './dynamodb/client.ts';
import { condition, update, where } from './dynamodb/expression.ts';
import { getItem, scanItems } from './dynamodb/read.ts';
import { updateItem } from './dynamodb/write.ts';
import { openAccountKeys } from './keys/account-keys.ts';
import { handleKey, openNewAccounts } from './new-accounts.ts';
import { USAGE_KINDS } from './quotas/usage.ts';
import { storeFactory } from './store-factory.ts';

export interface Accounts {
  /** None that is being erased. */
  get(accountId: string): Promise<Account | null>;
  /** The account of a handle, where there is one. */
  find(handle: string): Promise<Account | null>;
  /** Every account, those that are being erased too. Reads the whole table. */
  list(): AsyncGenerator<Account>;
  /** The account of a handle, created on demand in the free tier. */
  byHandle(handle: string): Promise<Account>;
  /** Changes the tier of an account, its quotas and the request limit of its keys. */
  setTier(account: Account, tier: Tier): Promise<void>;
}

interface AccountReader {
  /**
   * The account of a caller.
   * @throws Error where there is none: no caller is without
   */
  get(accountId: string): Promise<Account>;
}

interface AccountLookup {
  /** Whether there is an account that is not being erased. */
  isActive(accountId: string): Promise<boolean>;
}

/** None that is being erased. */
async function activeAccount(table: string, accountId: string): Promise<Account | null> {
  const account = (await getItem(table, { accountId })) as Account | null;
  return account?.erasedAt === undefined ? account : null;
}

export const openAccountLookup = storeFactory('accountLookup', (environment: Environment): AccountLookup => {
  const table = tableName(environment, 'accounts');
  return { isActive: async (accountId) => (await activeAccount(table, accountId)) !== null };
});

export const openAccountReader = storeFactory('accountReader', (environment: Environment): AccountReader => {
  const table = tableName(environment, 'accounts');

  return {
    async get(accountId) {
      const account = (await getItem(table, { accountId })) as Account | null;
      if (account === null) throw new Error(`There is no account ${accountId}`);
      return account;
    },
  };
});

export const openAccounts = storeFactory('accounts', (environment: Environment): Accounts => {
  const table = tableName(environment, 'accounts');
  const keysTable = tableName(environment, 'keys');
  const usageTable = tableName(environment, 'usage');
  const accountKeys = openAccountKeys(environment);

  const get = (accountId: string): Promise<Account | null> => activeAccount(table, accountId);

  return {
    get,

    async find(handle) {
      const reserved = await getItem(table, handleKey(handle));
      return reserved && get(reserved.owner as string);
    },

    async *list() {
      const isAccount = where`attribute_exists(handle)`;
      for await (const item of scanItems(table, isAccount)) yield item as unknown as Account;
    },

    byHandle: openNewAccounts(environment).byHandle,

    async setTier({ accountId }, tier) {
      const changed = await updateItem(table, { accountId }, update`SET tier = ${tier}`, {
        when: condition`attribute_exists(accountId) AND attribute_not_exists(erasedAt)`,
      });
      if (changed === null) throw new Error(`There is no account ${accountId}`);
      for (const kind of USAGE_KINDS) {
        await updateItem(usageTable, { accountId, kind }, update`SET tier = ${tier}`);
      }
      for (const { keyHash } of await accountKeys.list(accountId)) {
        await updateItem(keysTable, { keyHash }, update`SET rateLimit = ${TIER_LIMITS[tier]}`, {
          when: condition`attribute_exists(keyHash)`,
        });
      }
    },
  };
});
