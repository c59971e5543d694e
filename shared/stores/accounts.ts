import { TIER_LIMITS, type Tier } from '../contract/limits.ts';
import { uuidv7 } from '../domain/ids.ts';
import type { Environment } from '../kernel/runtime/environment.ts';
import { isoNow } from '../kernel/runtime/runtime.ts';
import { tableName } from './dynamodb/client.ts';
import { condition, update, where } from './dynamodb/expression.ts';
import { getItem, scanItems } from './dynamodb/read.ts';
import { putItem, updateItem } from './dynamodb/write.ts';
import { openAccountKeys } from './keys/account-keys.ts';
import { opener } from './opener.ts';
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
  /** The account of a handle, where there is one. */
  find(handle: string): Promise<Account | null>;
  /** Every account. Reads the whole table. */
  list(): AsyncGenerator<Account>;
  /** The account of a handle, created on demand in the free tier. */
  byHandle(handle: string): Promise<Account>;
  /** Changes the tier of an account, its quotas and the request limit of its keys. */
  setTier(account: Account, tier: Tier): Promise<void>;
}

const handleKey = (handle: string): { accountId: string } => ({ accountId: `handle#${handle}` });

export const openAccounts = opener('accounts', (environment: Environment): Accounts => {
  const table = tableName(environment, 'accounts');
  const keysTable = tableName(environment, 'keys');
  const usageTable = tableName(environment, 'usage');
  const accountKeys = openAccountKeys(environment);

  const get = async (accountId: string): Promise<Account | null> =>
    (await getItem(table, { accountId })) as Account | null;

  const ownerOf = async (handle: string): Promise<string | undefined> =>
    (await getItem(table, handleKey(handle)))?.owner as string | undefined;

  /** Reserves the handle: the first to do so decides the id of its account. */
  const claimHandle = async (handle: string): Promise<string> => {
    const existing = await ownerOf(handle);
    if (existing !== undefined) return existing;
    const item = { ...handleKey(handle), owner: uuidv7(environment.runtime) };
    const claimed = await putItem(table, item, condition`attribute_not_exists(accountId)`);
    return claimed?.owner ?? ((await ownerOf(handle)) as string);
  };

  return {
    get,

    async find(handle) {
      const accountId = await ownerOf(handle);
      return accountId === undefined ? null : get(accountId);
    },

    async *list() {
      const isAccount = where`attribute_exists(handle)`;
      for await (const item of scanItems(table, isAccount)) yield item as unknown as Account;
    },

    async byHandle(handle) {
      const accountId = await claimHandle(handle);
      const existing = await get(accountId);
      if (existing !== null) return existing;
      const account: Account = { accountId, handle, tier: 'free', createdAt: isoNow(environment.runtime) };
      const created = await putItem(table, account, condition`attribute_not_exists(accountId)`);
      return created ?? (await get(accountId)) ?? account;
    },

    async setTier({ accountId }, tier) {
      const changed = await updateItem(table, { accountId }, update`SET tier = ${tier}`, {
        when: condition`attribute_exists(accountId)`,
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
