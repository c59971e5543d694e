import type { Account } from '../../domain/account.ts';
import { isUuid } from '../../domain/ids.ts';
import type { Environment } from '../../kernel/runtime/environment.ts';
import { isoNow } from '../../kernel/runtime/runtime.ts';
import { tableName } from '../dynamodb/client.ts';
import { condition, update, where } from '../dynamodb/expression.ts';
import { getItem, type Item, scanItems } from '../dynamodb/read.ts';
import { deleteItem, putItem, updateItem } from '../dynamodb/write.ts';
import { handleKey } from '../new-accounts.ts';
import { storeFactory } from '../store-factory.ts';

/** An account as an erasure sees it. Of one that is erased nothing is left but these: its handle is null. */
export type ErasableAccount = Pick<Account, 'accountId' | 'erasedAt'> & { readonly handle: string | null };

/**
 * The marks of accounts that are being erased or have been: by them an erasure that broke off is found again, and a restore to a
 * moment before can name what has to be erased once more.
 */
interface ErasedAccounts {
  /** The account of an id or a handle: one of that handle whose erasure broke off, before another that has been given it since. */
  find(name: string): Promise<ErasableAccount | null>;
  /** Those whose erasure began at a moment or later. */
  since(at: Date): AsyncGenerator<ErasableAccount>;
  /** Marks an account and frees its handle: nobody finds it by that any more. */
  begin(account: ErasableAccount): Promise<void>;
  /** Leaves nothing of an account but its id and when it was erased. */
  end(account: ErasableAccount): Promise<void>;
}

const toErasable = ({ accountId, handle = null, erasedAt }: Item): ErasableAccount =>
  ({ accountId, handle, ...(erasedAt !== undefined && { erasedAt }) }) as unknown as ErasableAccount;

export const openErasedAccounts = storeFactory(
  'erasedAccounts',
  (environment: Environment): ErasedAccounts => {
    const table = tableName(environment, 'accounts');
    const get = async (accountId: string): Promise<ErasableAccount | null> => {
      const item = await getItem(table, { accountId });
      return item && toErasable(item);
    };
    const freeHandle = async ({ handle, accountId }: ErasableAccount): Promise<void> => {
      if (handle !== null) await deleteItem(table, handleKey(handle), condition`#owner = ${accountId}`);
    };

    return {
      async find(name) {
        if (isUuid(name)) return get(name);
        const begun = where`attribute_exists(erasedAt) AND handle = ${name}`;
        for await (const item of scanItems(table, begun)) return toErasable(item);
        const reserved = await getItem(table, handleKey(name));
        return reserved && get(reserved.owner as string);
      },

      async *since(at) {
        for await (const item of scanItems(table, where`erasedAt >= ${at.toISOString()}`))
          yield toErasable(item);
      },

      async begin(account) {
        const { accountId } = account;
        const erasedAt = isoNow(environment.runtime);
        const change = update`SET erasedAt = if_not_exists(erasedAt, ${erasedAt})`;
        await updateItem(table, { accountId }, change, { when: condition`attribute_exists(accountId)` });
        await freeHandle(account);
      },

      async end(account) {
        const { accountId } = account;
        await putItem(table, { accountId, erasedAt: isoNow(environment.runtime) });
        // A first sign-in that had begun may have taken it once more.
        await freeHandle(account);
      },
    };
  },
);
