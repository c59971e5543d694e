import { createHash } from 'node:crypto';
import { EVENT_FORM, EVENT_RETENTION_DAYS } from '../../contract/events.ts';
import type { ServiceEvent } from '../../contract/schemas/event.ts';
import type { Environment } from '../../kernel/runtime/environment.ts';
import { tableName } from '../dynamodb/client.ts';
import { DAY_SECONDS, expiryAfter } from '../dynamodb/expiry.ts';
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
   * @param mayBegin asked before the first event of an account
   * @returns null where the account may have none
   */
  append(accountId: string, event: NewEvent, mayBegin: () => Promise<boolean>): Promise<ServiceEvent | null>;
}

/** The events of an account, read consistently. */
interface EventReader {
  /** Sequence of the newest event; 0 where there never was one. */
  newest(accountId: string): Promise<number>;
  /** At most `limit` of the events behind a sequence, oldest first. */
  after(accountId: string, sequence: number, limit: number): Promise<ServiceEvent[]>;
  get(accountId: string, sequence: number): Promise<ServiceEvent | null>;
}

/** Longer than a stream announces a change. */
const NOTED_DAYS = 3;

/** The item at sequence 0, which says what the last number is, also when that event has expired. */
const HEAD = 0;

/**
 * Where it is noted, before an event is appended for the first time, what the last number was. Two events that shared the place would
 * be looked for further back than is needed.
 */
const noteOf = (id: string): number => -1 - createHash('sha256').update(id).digest().readUIntBE(0, 6);

const toEvent = ({ id, sequence, type, timestamp, version, data }: Item): ServiceEvent =>
  ({ id, sequence, type, timestamp, version, data }) as ServiceEvent;

function openEvents(environment: Environment): EventLog & EventReader {
  const table = tableName(environment, 'events');
  const { runtime } = environment;

  const newest = async (accountId: string): Promise<number> =>
    Number((await getItem(table, { accountId, sequence: HEAD }))?.last ?? 0);

  async function noteLast(accountId: string, sequence: number): Promise<void> {
    await updateItem(table, { accountId, sequence: HEAD }, update`SET #last = ${sequence}`, {
      when: condition`attribute_not_exists(#last) OR #last < ${sequence}`,
    });
  }

  /**
   * Notes what the last number is, unless that was noted for the event before.
   * @returns the number that was noted first; null where the account may have no event
   */
  async function note(
    accountId: string,
    id: string,
    mayBegin: () => Promise<boolean>,
  ): Promise<{ from: number; isNew: boolean } | null> {
    const place = { accountId, sequence: noteOf(id) };
    const noted = await getItem(table, place);
    if (noted !== null) return { from: Number(noted.from), isNew: false };
    const from = await newest(accountId);
    if (from === 0 && !(await mayBegin())) return null;
    const item = { ...place, from, expiresAt: expiryAfter(runtime.now(), NOTED_DAYS * DAY_SECONDS) };
    const made = await putItem(table, item, condition`attribute_not_exists(#sequence)`);
    // Somebody else has noted it meanwhile, or this process in an attempt whose reply was lost.
    return made === null ? note(accountId, id, mayBegin) : { from, isNew: true };
  }

  /** Where an event that was noted stands behind a number; the last number there otherwise. */
  async function search(accountId: string, id: string, from: number) {
    let last = from;
    const key = where`accountId = ${accountId} AND #sequence > ${from}`;
    for await (const item of queryItems({ table, key })) {
      if (item.id === id) return { found: toEvent(item), last };
      last = Number(item.sequence);
    }
    return { found: null, last };
  }

  /**
   * Puts the event behind a number. A place that is taken is looked at before the next one is tried: who appends the same event at
   * the same time comes by the same places.
   */
  async function put(accountId: string, event: NewEvent, last: number): Promise<ServiceEvent> {
    for (let sequence = last + 1; ; sequence++) {
      const numbered: ServiceEvent = { ...event, sequence, version: EVENT_FORM };
      const expiresAt = expiryAfter(runtime.now(), EVENT_RETENTION_DAYS * DAY_SECONDS);
      const item = { ...numbered, accountId, expiresAt };
      if ((await putItem(table, item, condition`attribute_not_exists(#sequence)`)) !== null) return numbered;
      const taken = await getItem(table, { accountId, sequence });
      if (taken?.id === event.id) return toEvent(taken);
    }
  }

  return {
    newest,

    async append(accountId, event, mayBegin) {
      const noted = await note(accountId, event.id, mayBegin);
      if (noted === null) return null;
      const { found, last } = noted.isNew
        ? { found: null, last: noted.from }
        : await search(accountId, event.id, noted.from);
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
export const openEventRange = storeFactory(
  'eventRange',
  (environment): Pick<EventReader, 'after'> => openEvents(environment),
);
