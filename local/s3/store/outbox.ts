import type { DatabaseSync, SQLOutputValue, StatementSync } from 'node:sqlite';

const RETRY_MS = 100;
const MAX_RETRY_MS = 30_000;

export interface ObjectCreatedEvent {
  bucket: string;
  key: string;
  /** Bytes. */
  size: number;
  /** Without quotes. */
  etag: string;
  eventName: 'ObjectCreated:Put' | 'ObjectCreated:CompleteMultipartUpload' | 'ObjectCreated:Copy';
  /** Hexadecimal; the later of two events for one key has the greater one. */
  sequencer: string;
}

export interface Delivery {
  /** Absent if there is no listener: then no events are added, and existing ones wait. */
  onObjectCreated: ((event: ObjectCreatedEvent) => Promise<void> | void) | undefined;
  /** Called with the reason when the listener refuses an event. */
  onError: (error: unknown) => void;
}

interface Row extends Record<string, SQLOutputValue> {
  sequence: number;
  event: string;
}

/**
 * Events that are written in the transaction that makes the object, and deleted once the listener has accepted
 * them: each is delivered at least once, across crashes. A refused one is retried without delaying others.
 */
export class Outbox {
  readonly #insert: StatementSync;
  readonly #next: StatementSync;
  readonly #delete: StatementSync;
  readonly #delivery: Delivery;
  #draining: Promise<void> = Promise.resolve();
  #busy = false;
  #added = false;
  #stopped = false;
  #retryMs = RETRY_MS;
  #timer: NodeJS.Timeout | undefined;

  constructor(database: DatabaseSync, delivery: Delivery) {
    this.#delivery = delivery;
    this.#insert = database.prepare('INSERT INTO outbox (event) VALUES (?)');
    this.#next = database.prepare(
      'SELECT sequence, event FROM outbox WHERE sequence > ? ORDER BY sequence LIMIT 1',
    );
    this.#delete = database.prepare('DELETE FROM outbox WHERE sequence = ?');
  }

  /** Within the transaction that makes the object. */
  add(event: Omit<ObjectCreatedEvent, 'sequencer'>): void {
    if (this.#delivery.onObjectCreated) this.#insert.run(JSON.stringify(event));
  }

  /** Starts delivering stored events; call it after a commit. */
  flush(): void {
    this.#added = true;
    if (this.#busy || this.#stopped || !this.#delivery.onObjectCreated) return;
    this.#busy = true;
    clearTimeout(this.#timer);
    this.#draining = this.#drain();
  }

  /** Ends delivery after the current event. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#draining;
  }

  async #drain(): Promise<void> {
    let refused = false;
    try {
      while (this.#added && !this.#stopped) {
        this.#added = false;
        refused = false;
        for (let row = this.#row(0); row && !this.#stopped; row = this.#row(row.sequence)) {
          if (!(await this.#deliver(row))) refused = true;
        }
      }
    } catch (error) {
      refused = true;
      this.#delivery.onError(error);
    }
    this.#busy = false;
    if (!refused) this.#retryMs = RETRY_MS;
    else if (!this.#stopped) this.#retryLater();
  }

  async #deliver({ sequence, event }: Row): Promise<boolean> {
    try {
      const sequencer = sequence.toString(16).toUpperCase().padStart(16, '0');
      await this.#delivery.onObjectCreated?.({ ...JSON.parse(event), sequencer });
      this.#delete.run(sequence);
      return true;
    } catch (error) {
      this.#delivery.onError(error);
      return false;
    }
  }

  #row(after: number): Row | undefined {
    return this.#next.get(after) as Row | undefined;
  }

  #retryLater(): void {
    this.#timer = setTimeout(() => this.flush(), this.#retryMs);
    this.#retryMs = Math.min(this.#retryMs * 2, MAX_RETRY_MS);
  }
}
