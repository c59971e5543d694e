import { type OutboxMessage, outboxMessage } from '../../contract/outbox.ts';
import { uuidv7 } from '../../domain/ids.ts';
import { requestOrigin } from '../../kernel/logging/request-context.ts';
import type { Environment } from '../../kernel/runtime/environment.ts';
import { tableName } from '../dynamodb/client.ts';
import { DAY_SECONDS, expiryAfter } from '../dynamodb/expiry.ts';
import { getItem } from '../dynamodb/read.ts';
import { type Due, dueItems, sweepEntry } from '../dynamodb/sweep.ts';
import { deleteItem, putItem } from '../dynamodb/write.ts';
import { storeFactory } from '../store-factory.ts';
import { traceOrigin } from '../tracing/continue-trace.ts';

/**
 * What workers in the isolated network ask of SQS. Each item is announced to the relay, which does what it asks and then
 * deletes it; the sweeper handles what remains after some time: it is the sweeper's.
 */
interface Outbox {
  /** After this the message is done at least once, whatever dies. */
  put(message: OutboxMessage): Promise<void>;
  /** Ids of the items that should be gone by `now` (milliseconds since the epoch). */
  due(now: number): AsyncGenerator<Due<{ id: string }>>;
  /** @returns null for an item that is gone @throws for one that cannot be understood */
  get(id: string): Promise<OutboxMessage | null>;
  /** Removes finished entries. */
  delete(id: string): Promise<void>;
}

/** The relay takes less than a second. */
const LATE_AFTER_MS = 2 * 60_000;
/** As long as a queue keeps a message: nobody understood it. */
const KEPT_SECONDS = 4 * DAY_SECONDS;

function openOutbox(environment: Environment): Outbox {
  const table = tableName(environment, 'outbox');
  const { runtime } = environment;

  return {
    async put(message) {
      const now = runtime.now();
      const id = uuidv7(runtime);
      await putItem(table, {
        id,
        body: JSON.stringify({ ...message, ...requestOrigin(), ...traceOrigin() }),
        ...sweepEntry(id, now + LATE_AFTER_MS),
        expiresAt: expiryAfter(now, KEPT_SECONDS),
      });
    },

    due: (now) => dueItems(table, now),

    async get(id) {
      const item = await getItem(table, { id });
      return item && outboxMessage.parse(JSON.parse(String(item.body)));
    },

    delete: (id) => deleteItem(table, { id }),
  };
}

export const openOutboxWriter = storeFactory(
  'outboxWriter',
  (environment): Pick<Outbox, 'put'> => openOutbox(environment),
);
export const openRelayedItems = storeFactory(
  'relayedItems',
  (environment): Pick<Outbox, 'delete'> => openOutbox(environment),
);
export const openOutboxSweeper = storeFactory(
  'outboxSweeper',
  (environment): Pick<Outbox, 'due' | 'get' | 'delete'> => openOutbox(environment),
);
