import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import type { Adapter, AdapterPayload } from 'oidc-provider';
import type { Runtime } from '../../shared/kernel/runtime/runtime.ts';

interface Row {
  payload: string;
  consumed_at: number | null;
}

/** Of people who have not entered a password nothing is stored: a sign-in is kept by its browser, and a session of nobody has no use. */
const isNobodys = (model: string, { result, accountId }: AdapterPayload): boolean =>
  (model === 'Interaction' && result === undefined) || (model === 'Session' && accountId === undefined);

/** What the provider keeps of one kind (`Session`, `RefreshToken`, …), in SQLite, so that it outlasts the process. */
class ProviderStore implements Adapter {
  readonly #database: DatabaseSync;
  readonly #model: string;
  readonly #runtime: Pick<Runtime, 'now'>;

  constructor(database: DatabaseSync, model: string, runtime: Pick<Runtime, 'now'>) {
    this.#database = database;
    this.#model = model;
    this.#runtime = runtime;
  }

  async upsert(id: string, payload: AdapterPayload, expiresIn: number): Promise<void> {
    if (isNobodys(this.#model, payload)) return;
    const now = this.#seconds();
    this.#run('DELETE FROM artifacts WHERE expires_at <= ?', now);
    this.#run(
      'INSERT OR REPLACE INTO artifacts (model, id, payload, uid, grant_id, expires_at) VALUES (?, ?, ?, ?, ?, ?)',
      this.#model,
      id,
      JSON.stringify(payload),
      payload.uid ?? null,
      payload.grantId ?? null,
      expiresIn ? now + expiresIn : null,
    );
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    return this.#find('id', id);
  }

  async findByUid(uid: string): Promise<AdapterPayload | undefined> {
    return this.#find('uid', uid);
  }

  /** Codes that are typed into devices are not in use. */
  async findByUserCode(): Promise<undefined> {}

  async consume(id: string): Promise<void> {
    this.#run(
      'UPDATE artifacts SET consumed_at = ? WHERE model = ? AND id = ?',
      this.#seconds(),
      this.#model,
      id,
    );
  }

  async destroy(id: string): Promise<void> {
    this.#run('DELETE FROM artifacts WHERE model = ? AND id = ?', this.#model, id);
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    this.#run('DELETE FROM artifacts WHERE model = ? AND grant_id = ?', this.#model, grantId);
  }

  #find(column: 'id' | 'uid', value: string): AdapterPayload | undefined {
    const row = this.#database
      .prepare(
        `SELECT payload, consumed_at FROM artifacts
         WHERE model = ? AND ${column} = ? AND (expires_at IS NULL OR expires_at > ?)`,
      )
      .get(this.#model, value, this.#seconds()) as Row | undefined;
    if (row === undefined) return undefined;
    const payload = JSON.parse(row.payload) as AdapterPayload;
    return row.consumed_at === null ? payload : { ...payload, consumed: row.consumed_at };
  }

  #run(sql: string, ...values: SQLInputValue[]): void {
    this.#database.prepare(sql).run(...values);
  }

  #seconds(): number {
    return Math.floor(this.#runtime.now() / 1000);
  }
}

/** The provider asks for the store of each kind by its name. */
export const providerStores =
  (database: DatabaseSync, runtime: Pick<Runtime, 'now'>) =>
  (model: string): Adapter =>
    new ProviderStore(database, model, runtime);
