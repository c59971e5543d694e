import { EVENT_RETENTION_DAYS } from '../../contract/events.ts';
import { MAX_SEQUENCE } from '../../contract/schemas/event.ts';
import type { ShownDelivery } from '../../contract/schemas/webhook.ts';
import { shortId } from '../../domain/ids.ts';
import type { Delivery } from '../../domain/webhooks/delivery.ts';
import type { Environment } from '../../kernel/runtime/environment.ts';
import { tableName } from '../dynamodb/client.ts';
import { DAY_SECONDS, expiryAfter } from '../dynamodb/expiry.ts';
import { condition, update, where } from '../dynamodb/expression.ts';
import { getItem, type Item, queryItems } from '../dynamodb/read.ts';
import { putItem, updateItem, writeOnce } from '../dynamodb/write.ts';
import { storeFactory } from '../store-factory.ts';

/** An event that is sent to a webhook. */
export interface DeliveryKey {
  readonly accountId: string;
  readonly webhookId: string;
  /** The event's. */
  readonly sequence: number;
}

/** What was sent to webhooks, kept under their account, so that an erasure finds those of webhooks that are gone. */
interface DeliveryRecords {
  /** Read consistently. */
  get(key: DeliveryKey): Promise<Delivery | null>;
  /**
   * Records an attempt, unless something else was recorded since.
   * @param before what was recorded before it; null: nothing
   * @returns whether it is recorded
   */
  record(key: DeliveryKey, delivery: Delivery, before: Delivery | null): Promise<boolean>;
  /** Notes that the next attempt was asked for after this one, unless something else was recorded since. */
  noteFollowed(key: DeliveryKey, attempt: Pick<Delivery, 'attempted' | 'sentAgainAt'>): Promise<void>;
  /** Notes that no attempt follows, where one was to. */
  giveUp(key: DeliveryKey): Promise<void>;
}

interface DeliveryLists {
  /** At most `limit` deliveries to a webhook of events before a sequence, newest first, in whatever state. */
  list(accountId: string, webhookId: string, page: { before: number; limit: number }): Promise<Delivery[]>;
}

/** Digits of the greatest sequence. */
const DIGITS = String(MAX_SEQUENCE).length;

/** Sorts by webhook, then by sequence. */
const sortKey = (webhookId: string, sequence: number): string =>
  `${webhookId}#${String(sequence).padStart(DIGITS, '0')}`;

const keyOf = ({ accountId, webhookId, sequence }: DeliveryKey): Item => ({
  accountId,
  delivery: sortKey(webhookId, sequence),
});

const toDelivery = (item: Item): Delivery => item as unknown as Delivery;

function openDeliveries(environment: Environment): DeliveryRecords & DeliveryLists {
  const table = tableName(environment, 'deliveries');
  const { runtime } = environment;

  return {
    async get(key) {
      const item = await getItem(table, keyOf(key));
      return item && toDelivery(item);
    },

    async record(key, delivery, before) {
      const writeId = shortId(runtime);
      const item = {
        ...delivery,
        ...keyOf(key),
        writeId,
        expiresAt: expiryAfter(runtime.now(), EVENT_RETENTION_DAYS * DAY_SECONDS),
      };
      const isStanding =
        before === null
          ? condition`attribute_not_exists(delivery)`
          : condition`sentAgainAt = ${before.sentAgainAt} AND attempted = ${before.attempted}`;
      const { made } = await writeOnce<Item>(
        () => putItem<Item>(table, item, isStanding),
        () => getItem(table, keyOf(key)),
        (standing) => standing.writeId === writeId,
      );
      return made;
    },

    async noteFollowed(key, { attempted, sentAgainAt }) {
      await updateItem(table, keyOf(key), update`SET followed = ${attempted}`, {
        when: condition`attempted = ${attempted} AND sentAgainAt = ${sentAgainAt}`,
      });
    },

    async giveUp(key) {
      const status: ShownDelivery['status'] = 'failed';
      await updateItem(table, keyOf(key), update`SET #status = ${status}, nextAttemptAt = ${null}`, {
        when: condition`#status = ${'pending'}`,
      });
    },

    async list(accountId, webhookId, { before, limit }) {
      const first = sortKey(webhookId, 1);
      const last = sortKey(webhookId, before - 1);
      if (last < first) return [];
      const found: Delivery[] = [];
      const key = where`accountId = ${accountId} AND delivery BETWEEN ${first} AND ${last}`;
      for await (const item of queryItems({ table, key, newestFirst: true, limit }))
        found.push(toDelivery(item));
      return found;
    },
  };
}

export const openDeliveryRecords = storeFactory(
  'deliveryRecords',
  (environment): DeliveryRecords => openDeliveries(environment),
);
export const openDeliveryLists = storeFactory(
  'deliveryLists',
  (environment): DeliveryLists => openDeliveries(environment),
);
