import { EVENT_FORM, EVENT_RETENTION_DAYS } from '../../contract/events.ts';
import type { ServiceEvent } from '../../contract/schemas/event.ts';
import type { Environment } from '../../kernel/runtime/environment.ts';
import { tableName } from '../dynamodb/client.ts';
import { condition, update, where } from '../dynamodb/expression.ts';
import { getItem, type Item, queryItems } from '../dynamodb/read.ts';
import { putItem, updateItem } from '../dynamodb/write.ts';
import { storeFactory } from '../store-factory.ts';

/** An event that has no place yet. */
export type NewEvent = Pick<ServiceEvent, 'id' | 'type' | 'timestamp' | 'data'>;

/** The events of accounts, each numbered from 1 within its account without a gap. */
interface EventLog {
  /**
   * Gives an event the next number, unless it has one already: appending it again, also at the same time, changes nothing.
   * @param options.changedAt when the change was made that it is about, epoch milliseconds: no earlier attempt is older
   * @param options.mayBegin asked before the first event of an account
   * @returns null where the account may have none
   */
  append(
    accountId: string,
    event: NewEvent,
    options: { changedAt: number; mayBegin: () => Promise<boolean> },
  ): Promise<ServiceEvent | null>;
}

/** The events of an account, read consistently. */
interface EventReader {
  /** Sequence of the newest event; 0 where there never was one. */
  newest(accountId: string): Promise<number>;
  /** At most `limit` of the events behind a sequence, oldest first. */
  after(accountId: string, sequence: number, limit: number): Promise<ServiceEvent[]>;
  get(accountId: string, sequence: number): Promise<ServiceEvent | null>;
}

const DAY_MS = 24 * 60 * 60_000;
/** By how much clocks may differ: that of the store, which dates changes, and those of writers. */
const CLOCK_SKEW_MS = 5 * 60_000;

/** The item at sequence 0, which says what the last number is, also when that event has expired. */
const HEAD = 0;

const toEvent = ({ id, sequence, type, timestamp, version, data }: Item): ServiceEvent =>
  ({ id, sequence, type, timestamp, version, data }) as ServiceEvent;

function openEvents(environment: Environment): EventLog & EventReader {
  const table = tableName(environment, 'events');
  const { runtime } = environment;

  /** The events from the newest on, and last the head. */
  const newestFirst = (accountId: string, limit?: number) =>
    queryItems({ table, key: where`accountId = ${accountId}`, newestFirst: true, limit });

  const newest = async (accountId: string): Promise<number> => {
    for await (const { sequence, last } of newestFirst(accountId, 1)) return Number(last ?? sequence);
    return 0;
  };

  /** Where an event stands that may have been appended since a moment; the last number otherwise. */
  async function search(
    accountId: string,
    id: string,
    since: number,
  ): Promise<{ found: ServiceEvent | null; last: number }> {
    let last = 0;
    for await (const item of newestFirst(accountId)) {
      if (last === 0) last = Number(item.last ?? item.sequence);
      if (item.id === id) return { found: toEvent(item), last };
      if (Number(item.recordedAt ?? 0) < since) break;
    }
    return { found: null, last };
  }

  async function noteLast(accountId: string, sequence: number): Promise<void> {
    await updateItem(table, { accountId, sequence: HEAD }, update`SET #last = ${sequence}`, {
      when: condition`attribute_not_exists(#last) OR #last < ${sequence}`,
    });
  }

  /**
   * Puts the event behind the last number. A place that is taken is looked at before the next one is tried: who appends the
   * same event at the same time comes by the same places.
   */
  async function put(accountId: string, event: NewEvent, last: number): Promise<ServiceEvent> {
    for (let sequence = last + 1; ; sequence++) {
      const now = runtime.now();
      const numbered: ServiceEvent = { ...event, sequence, version: EVENT_FORM };
      const item = {
        ...numbered,
        accountId,
        recordedAt: now,
        expiresAt: Math.ceil((now + EVENT_RETENTION_DAYS * DAY_MS) / 1000),
      };
      if ((await putItem(table, item, condition`attribute_not_exists(#sequence)`)) !== null) return numbered;
      const taken = await getItem(table, { accountId, sequence });
      if (taken?.id === event.id) return toEvent(taken);
    }
  }

  return {
    newest,

    async append(accountId, event, { changedAt, mayBegin }) {
      const { found, last } = await search(accountId, event.id, changedAt - CLOCK_SKEW_MS);
      if (last === 0 && !(await mayBegin())) return null;
      const appended = found ?? (await put(accountId, event, last));
      await noteLast(accountId, appended.sequence);
      return appended;
    },

    async after(accountId, sequence, limit) {
      const key = where`accountId = ${accountId} AND #sequence > ${sequence}`;
      const events: ServiceEvent[] = [];
      for await (const item of queryItems({ table, key, limit })) events.push(toEvent(item));
      return events;
    },

    async get(accountId, sequence) {
      const item = sequence === HEAD ? null : await getItem(table, { accountId, sequence });
      return item && toEvent(item);
    },
  };
}

export const openEventLog = storeFactory('eventLog', (environment): EventLog => openEvents(environment));
export const openEventLookup = storeFactory(
  'eventLookup',
  (environment): Pick<EventReader, 'get'> => openEvents(environment),
);
export const openEventReader = storeFactory(
  'eventReader',
  (environment): Pick<EventReader, 'newest' | 'after'> => openEvents(environment),
);
