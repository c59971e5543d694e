import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { Arrivals, type Timer } from './arrivals.ts';
import { invalidAddress, queueDoesNotExist } from './errors.ts';
import { MessageStore } from './message-store.ts';
import { type Queue, QueueStore } from './queue-store.ts';

interface SqsServiceOptions {
  readonly db: DatabaseSync;
  readonly region: string;
  readonly accountId: string;
  /** Unix milliseconds. */
  readonly now: () => number;
  readonly timer: Timer;
  /** Origin of the queue URLs, once the server listens. */
  readonly origin: () => string;
}

/** What the operations work on. */
export interface SqsService {
  readonly db: DatabaseSync;
  readonly accountId: string;
  readonly now: () => number;
  readonly queues: QueueStore;
  readonly messages: MessageStore;
  readonly arrivals: Arrivals;
  queueUrl(name: string): string;
  /** The queue a URL names, whatever host it was reached by. @throws {SqsError} InvalidAddress, QueueDoesNotExist */
  queueAt(url: string): Queue;
}

export function createSqsService({
  db,
  region,
  accountId,
  now,
  timer,
  origin,
}: SqsServiceOptions): SqsService {
  const arrivals = new Arrivals(timer);
  const queues = new QueueStore(db, `arn:aws:sqs:${region}:${accountId}:`);
  const onAvailable = (queue: string) => arrivals.announce(queue);
  return {
    db,
    accountId,
    now,
    queues,
    messages: new MessageStore({ db, queues, now, newId: randomUUID, onAvailable }),
    arrivals,
    queueUrl: (name) => `${origin()}/${accountId}/${name}`,
    queueAt(url) {
      const path = URL.parse(url)?.pathname.split('/');
      if (path?.length !== 3) throw invalidAddress(url);
      if (path[1] !== accountId) throw queueDoesNotExist();
      return queues.get(path[2] ?? '');
    },
  };
}
