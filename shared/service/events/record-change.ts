import { createHash } from 'node:crypto';
import type { EventTable } from '../../contract/events.ts';
import type { ServiceEvent } from '../../contract/schemas/event.ts';
import { type Change, eventsOfChange } from '../../domain/events/events-of-change.ts';
import type { Opened } from '../../kernel/runtime/store-factories.ts';
import { openAccountLookup } from '../../stores/accounts.ts';
import { openEventLog } from '../../stores/events/event-log.ts';
import { openWebhookQueue } from '../../stores/queues/webhook-queue.ts';
import { openVideoReader } from '../../stores/videos/videos.ts';
import { openWebhookLists } from '../../stores/webhooks/webhooks.ts';
import { announceEvents } from '../webhooks/announce-events.ts';

export const RECORD_STORES = {
  log: openEventLog,
  videos: openVideoReader,
  accounts: openAccountLookup,
  webhooks: openWebhookLists,
  webhookQueue: openWebhookQueue,
};

type Stores = Opened<typeof RECORD_STORES>;

/** A change of a table, as its stream announces it. */
export interface TableChange extends Change {
  readonly table: EventTable;
  /** The same each time the change is announced. */
  readonly changeId: string;
  /** When it was made, epoch milliseconds. */
  readonly changedAt: number;
}

const idOf = (changeId: string, type: string): string =>
  `evt_${createHash('sha256').update(`${changeId}/${type}`).digest('hex').slice(0, 32)}`;

/**
 * Appends what a change means to the events of its account, once, however often the change is announced; each time the account's
 * webhooks are told, so that none misses what was appended before a crash. An account that was erased gets no events any more.
 */
export async function recordChange(
  stores: Stores,
  { table, changeId, changedAt, ...change }: TableChange,
): Promise<void> {
  const { log, videos, accounts } = stores;
  const occurrences = eventsOfChange(table, change);
  const [first] = occurrences;
  if (first === undefined) return;
  const accountId = first.accountId ?? (await videos.ownerOf(first.data.videoId ?? ''));
  if (accountId === null) return;
  const recorded: ServiceEvent[] = [];
  for (const { type, at, data } of occurrences) {
    const timestamp = at ?? new Date(changedAt).toISOString();
    const event = { id: idOf(changeId, type), type, timestamp, data };
    const appended = await log.append(accountId, event, () => accounts.isActive(accountId));
    if (appended !== null) recorded.push(appended);
  }
  if (recorded.length > 0) await announceEvents(stores, accountId, recorded);
}
