import type { Account } from '../domain/account.ts';
import { uuidv7 } from '../domain/ids.ts';
import type { Environment } from '../kernel/runtime/environment.ts';
import { isoNow } from '../kernel/runtime/runtime.ts';
import { tableName } from './dynamodb/client.ts';
import { condition } from './dynamodb/expression.ts';
import { getItem } from './dynamodb/read.ts';
import { putItem } from './dynamodb/write.ts';
import { storeFactory } from './store-factory.ts';

interface NewAccounts {
  /**
   * Makes the account of an id in the free tier, unless it is there.
   * @throws Error where the handle belongs to another account
   */
  create(accountId: string, handle: string): Promise<Account>;
  /** The account of a handle, created on demand in the free tier. */
  byHandle(handle: string): Promise<Account>;
}

/** Key of the item that reserves a handle, beside the accounts. */
export const handleKey = (handle: string): { accountId: string } => ({ accountId: `handle#${handle}` });

/** What makes accounts. */
export const openNewAccounts = storeFactory('newAccounts', (environment: Environment): NewAccounts => {
  const table = tableName(environment, 'accounts');

  const ownerOf = async (handle: string): Promise<string | undefined> =>
    (await getItem(table, handleKey(handle)))?.owner as string | undefined;

  /** Reserves the handle: the first to do so decides the id of its account. */
  const claimHandle = async (handle: string, newId: string): Promise<string> => {
    const existing = await ownerOf(handle);
    if (existing !== undefined) return existing;
    const item = { ...handleKey(handle), owner: newId };
    const claimed = await putItem(table, item, condition`attribute_not_exists(accountId)`);
    return claimed?.owner ?? ((await ownerOf(handle)) as string);
  };

  const make = async (accountId: string, handle: string): Promise<Account> => {
    const get = async () => (await getItem(table, { accountId })) as Account | null;
    const existing = await get();
    if (existing !== null) return existing;
    const account: Account = { accountId, handle, tier: 'free', createdAt: isoNow(environment.runtime) };
    const created = await putItem(table, account, condition`attribute_not_exists(accountId)`);
    return created ?? (await get()) ?? account;
  };

  return {
    async create(accountId, handle) {
      const owner = await claimHandle(handle, accountId);
      if (owner !== accountId) throw new Error(`The handle ${handle} belongs to the account ${owner}`);
      return make(accountId, handle);
    },

    byHandle: async (handle) => make(await claimHandle(handle, uuidv7(environment.runtime)), handle),
  };
});
