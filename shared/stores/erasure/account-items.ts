import type { Environment } from '../../kernel/runtime/environment.ts';
import { forEachOf } from '../../kernel/runtime/in-batches.ts';
import { tableName } from '../dynamodb/client.ts';
import { where } from '../dynamodb/expression.ts';
import { queryItems, scanItems } from '../dynamodb/read.ts';
import { deleteItem } from '../dynamodb/write.ts';
import { openAccountKeys } from '../keys/account-keys.ts';
import { storeFactory } from '../store-factory.ts';

/** What tables have of an account besides its videos. Each can be repeated. */
interface AccountItems {
  /** Removes its keys: each is refused from the next request on. */
  removeKeys(accountId: string): Promise<void>;
  /** Removes what it has used. */
  removeUsage(accountId: string): Promise<void>;
  /** Removes the events of what has happened to what it owned. */
  removeEvents(accountId: string): Promise<void>;
  /** Removes its webhooks: nothing is sent to any from then on, but what is being sent already. */
  removeWebhooks(accountId: string): Promise<void>;
  /** Removes what was sent to its webhooks, and what they answered. */
  removeDeliveries(accountId: string): Promise<void>;
  /** Removes what was answered to requests of the account, and how many requests callers have made: it, or people of it. */
  removeRequests(accountId: string, identityIds: readonly string[]): Promise<void>;
}

/** Deletions at a time. */
const AT_ONCE = 20;

export const openAccountItems = storeFactory('accountItems', (environment: Environment): AccountItems => {
  const keys = tableName(environment, 'keys');
  const entries = tableName(environment, 'accountKeys');
  const usage = tableName(environment, 'usage');
  const idempotency = tableName(environment, 'idempotency');
  const limits = tableName(environment, 'limits');
  const events = tableName(environment, 'events');
  const webhooks = tableName(environment, 'webhooks');
  const deliveries = tableName(environment, 'deliveries');
  const accountKeys = openAccountKeys(environment);

  const removeCounts = (caller: string): Promise<number> =>
    forEachOf(scanItems(limits, where`begins_with(#counter, ${`${caller}#`})`), AT_ONCE, ({ counter }) =>
      deleteItem(limits, { counter }),
    );

  /** Removes the items of an account from a table whose partitions are accounts. */
  async function removeAll(table: string, accountId: string, sortKey: string): Promise<void> {
    const key = where`accountId = ${accountId}`;
    await forEachOf(queryItems({ table, key, attributes: [sortKey] }), AT_ONCE, (item) =>
      deleteItem(table, { accountId, [sortKey]: item[sortKey] }),
    );
  }

  return {
    async removeKeys(accountId) {
      for (const { keyHash, keyId } of await accountKeys.list(accountId)) {
        // The entry goes last: by it a repetition finds the key.
        await deleteItem(keys, { keyHash });
        await deleteItem(entries, { accountId, keyId });
      }
    },

    removeUsage: (accountId) => removeAll(usage, accountId, 'kind'),

    removeEvents: (accountId) => removeAll(events, accountId, 'sequence'),
    removeWebhooks: (accountId) => removeAll(webhooks, accountId, 'webhookId'),
    removeDeliveries: (accountId) => removeAll(deliveries, accountId, 'delivery'),

    async removeRequests(accountId, identityIds) {
      const answered = scanItems(idempotency, where`begins_with(requestKey, ${`${accountId}#`})`);
      await forEachOf(answered, AT_ONCE, ({ requestKey }) => deleteItem(idempotency, { requestKey }));
      for (const caller of [accountId, ...identityIds.map((id) => `identity#${id}`)])
        await removeCounts(caller);
    },
  };
});
