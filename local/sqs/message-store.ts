import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { transaction } from './database.ts';
import { invalidParameterValue, messageNotInflight } from './errors.ts';
import type { MessageAttributes } from './message-attributes.ts';
import { MAX_VISIBILITY_SECONDS } from './queue-attributes.ts';
import type { Queue, QueueStore } from './queue-store.ts';
import { formatReceiptHandle, type Receipt } from './receipt-handle.ts';
import { Tenants } from './tenants.ts';

interface NewMessage {
  readonly body: string;
  readonly attributes: MessageAttributes;
  readonly groupId?: string | undefined;
  readonly traceHeader?: string | undefined;
}

/** A received message; times are Unix milliseconds, counts include the present receive. */
export interface ReceivedMessage extends NewMessage {
  readonly id: string;
  readonly receiptHandle: string;
  readonly sentAt: number;
  readonly firstReceivedAt: number;
  readonly receiveCount: number;
  /** ARN of the queue the message was redriven from. */
  readonly sourceArn?: string | undefined;
}

interface MessageCounts {
  readonly visible: number;
  readonly inFlight: number;
  readonly delayed: number;
}

interface MessageStoreOptions {
  readonly db: DatabaseSync;
  readonly queues: QueueStore;
  /** Unix milliseconds. */
  readonly now: () => number;
  /** A new unique id: of a message, or of a receive. */
  readonly newId: () => string;
  /** Called when a message of this queue becomes available earlier than was known. */
  readonly onAvailable: (queue: string) => void;
}

const optionalText = (value: SQLOutputValue | undefined) => (value === null ? undefined : String(value));

/** The messages of all queues: when each is visible, and who holds which receipt. */
export class MessageStore {
  readonly #db: DatabaseSync;
  readonly #queues: QueueStore;
  readonly #now: () => number;
  readonly #newId: () => string;
  readonly #onAvailable: (queue: string) => void;
  /** By queue; kept in memory only, like what Amazon's servers know of each other. */
  readonly #tenants = new Map<string, Tenants>();

  constructor({ db, queues, now, newId, onAvailable }: MessageStoreOptions) {
    this.#db = db;
    this.#queues = queues;
    this.#now = now;
    this.#newId = newId;
    this.#onAvailable = onAvailable;
  }

  /** Stores a message that becomes visible after `delaySeconds`. Returns its id. */
  send(queue: Queue, message: NewMessage, delaySeconds: number): string {
    const id = this.#newId();
    const now = this.#now();
    this.#db
      .prepare(
        `INSERT INTO messages (id, queue, body, attributes, trace_header, group_id, sent_at, visible_at)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
      )
      .run(
        id,
        queue.name,
        message.body,
        JSON.stringify(message.attributes),
        message.traceHeader ?? null,
        message.groupId ?? null,
        now,
        now + delaySeconds * 1000,
      );
    this.#onAvailable(queue.name);
    return id;
  }

  /**
   * Receives up to `max` visible messages and hides them for `visibilitySeconds`: the oldest of a tenant first,
   * tenants in the order of a fair queue.
   */
  receive(queue: Queue, max: number, visibilitySeconds: number): ReceivedMessage[] {
    return transaction(this.#db, () => {
      this.#expire(queue);
      const received: ReceivedMessage[] = [];
      // Counts all that is in flight: once for a batch.
      const tenants = this.#observe(queue.name);
      while (received.length < max) {
        const row = this.#next(queue, tenants);
        if (row === undefined) break;
        received.push(this.#take(queue, row, visibilitySeconds));
        tenants.take(String(row.group_id ?? row.id));
      }
      this.#observe(queue.name);
      return received;
    });
  }

  /** Deletes the message, unless it was received again since; then nothing happens. */
  delete({ queue, messageId, token }: Receipt): void {
    this.#db
      .prepare('DELETE FROM messages WHERE id = ? AND queue = ? AND receipt = ?')
      .run(messageId, queue, token);
    this.#observe(queue);
  }

  /**
   * Makes the message visible `seconds` from now. Does not count as a receive.
   * @throws {SqsError} InvalidParameterValue when the message is gone, was received again or would be hidden for
   *   more than twelve hours; MessageNotInflight when it is visible again
   */
  changeVisibility({ queue, messageId, token }: Receipt, seconds: number): void {
    const now = this.#now();
    const row = this.#db
      .prepare('SELECT seq, visible_at, received_at FROM messages WHERE id = ? AND queue = ? AND receipt = ?')
      .get(messageId, queue, token);
    if (row === undefined) {
      const handle = formatReceiptHandle({ queue, messageId, token });
      const reason = 'Message does not exist or is not available for visibility timeout change.';
      throw invalidParameterValue('ReceiptHandle', handle, reason);
    }
    if (Number(row.visible_at) <= now) throw messageNotInflight();
    const visibleAt = now + seconds * 1000;
    if (visibleAt > Number(row.received_at) + MAX_VISIBILITY_SECONDS * 1000) {
      const reason = `Total VisibilityTimeout for the message is beyond the limit [${MAX_VISIBILITY_SECONDS} seconds]`;
      throw invalidParameterValue('VisibilityTimeout', seconds, reason);
    }
    this.#db.prepare('UPDATE messages SET visible_at = ? WHERE seq = ?').run(visibleAt, row.seq ?? null);
    this.#observe(queue);
    this.#onAvailable(queue);
  }

  purge(queue: Queue): void {
    this.#db.prepare('DELETE FROM messages WHERE queue = ?').run(queue.name);
  }

  counts(queue: Queue): MessageCounts {
    this.#expire(queue);
    const row = this.#db
      .prepare(
        `SELECT count(*) FILTER (WHERE visible_at <= :now) AS visible,
                count(*) FILTER (WHERE visible_at > :now AND receipt IS NOT NULL) AS in_flight,
                count(*) FILTER (WHERE visible_at > :now AND receipt IS NULL) AS delayed
         FROM messages WHERE queue = :queue`,
      )
      .get({ now: this.#now(), queue: queue.name });
    return { visible: Number(row?.visible), inFlight: Number(row?.in_flight), delayed: Number(row?.delayed) };
  }

  /** When the first message of the queue is or becomes visible (Unix milliseconds); Infinity for an empty queue. */
  nextVisibleAt(queue: Queue): number {
    const row = this.#db
      .prepare('SELECT min(visible_at) AS at FROM messages WHERE queue = ?')
      .get(queue.name);
    return Number(row?.at ?? Number.POSITIVE_INFINITY);
  }

  #expire({ name, attributes }: Queue): void {
    this.#db
      .prepare('DELETE FROM messages WHERE queue = ? AND sent_at <= ?')
      .run(name, this.#now() - attributes.MessageRetentionPeriod * 1000);
  }

  /** Moves messages received too often to the dead-letter queue, then returns the visible message whose turn it is. */
  #next(queue: Queue, tenants: Tenants): Record<string, SQLOutputValue> | undefined {
    const target = this.#queues.deadLetterTarget(queue);
    const limit = queue.attributes.RedrivePolicy?.maxReceiveCount ?? Number.POSITIVE_INFINITY;
    for (;;) {
      const row = this.#firstVisible(queue.name, tenants);
      if (row === undefined || target === undefined) return row;
      if (Number(row.receive_count) - Number(row.receives_before) < limit) return row;
      this.#redrive(queue, row, target);
    }
  }

  /** The oldest visible message of the quiet tenants, else of the first noisy one that has any. */
  #firstVisible(queue: string, tenants: Tenants): Record<string, SQLOutputValue> | undefined {
    const now = this.#now();
    const noisy = tenants.noisy();
    const quiet = this.#db
      .prepare(
        `SELECT * FROM messages
         WHERE queue = ? AND visible_at <= ?
           AND (group_id IS NULL OR group_id NOT IN (SELECT value FROM json_each(?)))
         ORDER BY seq LIMIT 1`,
      )
      .get(queue, now, JSON.stringify(noisy));
    if (quiet !== undefined) return quiet;
    const oldestOf = this.#db.prepare(
      'SELECT * FROM messages WHERE queue = ? AND group_id = ? AND visible_at <= ? ORDER BY seq LIMIT 1',
    );
    return noisy.map((tenant) => oldestOf.get(queue, tenant, now)).find((row) => row !== undefined);
  }

  /** Tells a queue's tenants what is in flight; a message without a group is a tenant of its own. */
  #observe(queue: string): Tenants {
    const tenants = this.#tenants.get(queue) ?? new Tenants();
    this.#tenants.set(queue, tenants);
    const now = this.#now();
    const rows = this.#db
      .prepare(
        `SELECT coalesce(group_id, id) AS tenant, count(*) AS messages FROM messages
         WHERE queue = ? AND visible_at > ? AND receipt IS NOT NULL GROUP BY tenant`,
      )
      .all(queue, now);
    tenants.observe(new Map(rows.map((row) => [String(row.tenant), Number(row.messages)])), now);
    return tenants;
  }

  /** The message keeps its id, body, age and count; its receives in the new queue are counted separately. */
  #redrive(source: Queue, row: Record<string, SQLOutputValue>, target: Queue): void {
    this.#db
      .prepare(
        `UPDATE messages
         SET queue = ?, source_arn = ?, receipt = NULL, receives_before = receive_count
         WHERE seq = ?`,
      )
      .run(target.name, this.#queues.arn(source.name), row.seq ?? null);
    this.#onAvailable(target.name);
  }

  #take(queue: Queue, row: Record<string, SQLOutputValue>, visibilitySeconds: number): ReceivedMessage {
    const now = this.#now();
    const token = this.#newId();
    const id = String(row.id);
    const firstReceivedAt = Number(row.first_received_at ?? now);
    const receiveCount = Number(row.receive_count) + 1;
    this.#db
      .prepare(
        `UPDATE messages
         SET visible_at = ?, received_at = ?, first_received_at = ?, receive_count = ?, receipt = ?
         WHERE seq = ?`,
      )
      .run(now + visibilitySeconds * 1000, now, firstReceivedAt, receiveCount, token, row.seq ?? null);
    return {
      id,
      receiptHandle: formatReceiptHandle({ queue: queue.name, messageId: id, token }),
      body: String(row.body),
      attributes: JSON.parse(String(row.attributes)),
      traceHeader: optionalText(row.trace_header),
      groupId: optionalText(row.group_id),
      sourceArn: optionalText(row.source_arn),
      sentAt: Number(row.sent_at),
      firstReceivedAt,
      receiveCount,
    };
  }
}
