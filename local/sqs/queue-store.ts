import type { DatabaseSync } from 'node:sqlite';
import { invalidParameterValue, queueDoesNotExist, queueNameExists } from './errors.ts';
import { DEFAULT_QUEUE_ATTRIBUTES, formatQueueAttributes, type QueueAttributes } from './queue-attributes.ts';

/** A queue; times are Unix milliseconds. */
export interface Queue {
  readonly name: string;
  readonly createdAt: number;
  readonly modifiedAt: number;
  readonly attributes: QueueAttributes;
}

/** The queues and their attributes. Deleting a queue deletes its messages. */
export class QueueStore {
  readonly #db: DatabaseSync;
  readonly #arnPrefix: string;
  /** All queues. The database is open in this process alone, so the copy cannot go stale. */
  readonly #queues: Map<string, Queue>;

  /** @param arnPrefix what comes before the name in the ARN of every queue, `arn:aws:sqs:region:account:` */
  constructor(db: DatabaseSync, arnPrefix: string) {
    this.#db = db;
    this.#arnPrefix = arnPrefix;
    const rows = db.prepare('SELECT name, created_at, modified_at, attributes FROM queues').all();
    this.#queues = new Map(
      rows.map((row) => [
        String(row.name),
        {
          name: String(row.name),
          createdAt: Number(row.created_at),
          modifiedAt: Number(row.modified_at),
          attributes: JSON.parse(String(row.attributes)),
        },
      ]),
    );
  }

  arn = (name: string): string => `${this.#arnPrefix}${name}`;

  find = (name: string): Queue | undefined => this.#queues.get(name);

  /** @throws {SqsError} QueueDoesNotExist */
  get(name: string): Queue {
    const queue = this.find(name);
    if (queue === undefined) throw queueDoesNotExist();
    return queue;
  }

  /** The queue that exhausted messages of `queue` go to; undefined if there is none. */
  deadLetterTarget({ attributes: { RedrivePolicy: policy } }: Queue): Queue | undefined {
    return policy && this.#findByArn(policy.deadLetterTargetArn);
  }

  /** Names that start with `prefix`, in alphabetical order, after `after`. */
  list(prefix: string, after: string): string[] {
    return [...this.#queues.keys()].filter((name) => name.startsWith(prefix) && name > after).sort();
  }

  /**
   * Creates a queue. Creating one that exists with these attributes changes nothing.
   * @throws {SqsError} QueueNameExists when an attribute differs, InvalidParameterValue
   */
  create(name: string, given: Partial<QueueAttributes>, now: number): void {
    const existing = this.find(name);
    if (existing) {
      const current = formatQueueAttributes(existing.attributes);
      const wanted = Object.entries(formatQueueAttributes(given));
      const different = wanted.find(([attribute, value]) => current[attribute] !== value);
      if (different) throw queueNameExists(different[0]);
      return;
    }
    this.#checkTarget(given);
    const queue = {
      name,
      createdAt: now,
      modifiedAt: now,
      attributes: { ...DEFAULT_QUEUE_ATTRIBUTES, ...given },
    };
    this.#db
      .prepare('INSERT INTO queues (name, created_at, modified_at, attributes) VALUES (?, ?, ?, ?)')
      .run(name, now, now, JSON.stringify(queue.attributes));
    this.#queues.set(name, queue);
  }

  /** @throws {SqsError} QueueDoesNotExist, InvalidParameterValue */
  setAttributes(name: string, given: Partial<QueueAttributes>, now: number): void {
    const queue = this.get(name);
    this.#checkTarget(given);
    const attributes = { ...queue.attributes, ...given };
    this.#db
      .prepare('UPDATE queues SET attributes = ?, modified_at = ? WHERE name = ?')
      .run(JSON.stringify(attributes), now, name);
    this.#queues.set(name, { ...queue, attributes, modifiedAt: now });
  }

  /** @throws {SqsError} QueueDoesNotExist */
  delete(name: string): void {
    this.get(name);
    this.#db.prepare('DELETE FROM queues WHERE name = ?').run(name);
    this.#queues.delete(name);
  }

  #checkTarget({ RedrivePolicy: policy }: Partial<QueueAttributes>): void {
    if (policy && !this.#findByArn(policy.deadLetterTargetArn)) {
      throw invalidParameterValue('RedrivePolicy', policy, 'Dead letter target does not exist.');
    }
  }

  #findByArn(arn: string): Queue | undefined {
    return arn.startsWith(this.#arnPrefix) ? this.find(arn.slice(this.#arnPrefix.length)) : undefined;
  }
}
