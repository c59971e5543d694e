import type { DatabaseSync } from 'node:sqlite';
import { uuidv7 } from '../../shared/domain/ids.ts';
import type { Runtime } from '../../shared/kernel/runtime/runtime.ts';
import { hashPassword, matchesPassword } from './password-hash.ts';

export interface User {
  /** Stays the same for good and is never given to another user. */
  subject: string;
  /** What the user signs in with; in lower case. */
  name: string;
  /** Unix milliseconds, as all times here. */
  createdAt: number;
  /** `null`: may sign in. */
  disabledAt: number | null;
  /** Sessions that began earlier are over. */
  sessionsFrom: number;
}

type Value = string | number | null;

interface Row {
  subject: string;
  name: string;
  password: string;
  created_at: number;
  disabled_at: number | null;
  sessions_from: number;
}

const toUser = (row: Row): User => ({
  subject: row.subject,
  name: row.name,
  createdAt: row.created_at,
  disabledAt: row.disabled_at,
  sessionsFrom: row.sessions_from,
});

/** Names are the same whatever their case and Unicode form. */
export const userName = (given: string): string => given.trim().normalize('NFKC').toLowerCase();

/** The users of the local identity provider. Methods that name a user without success return null. */
export class Users {
  readonly #database: DatabaseSync;
  readonly #runtime: Pick<Runtime, 'now' | 'randomBytes'>;

  constructor(database: DatabaseSync, runtime: Pick<Runtime, 'now' | 'randomBytes'>) {
    this.#database = database;
    this.#runtime = runtime;
  }

  /** @returns null where the name is taken */
  async create(name: string, password: string): Promise<User | null> {
    const hash = await hashPassword(password, this.#runtime);
    const [row] = this.#rows(
      `INSERT INTO users (subject, name, password, created_at, sessions_from)
       VALUES (?, ?, ?, ?, ?) ON CONFLICT (name) DO NOTHING RETURNING *`,
      [uuidv7(this.#runtime), userName(name), hash, this.#runtime.now(), 0],
    );
    return row === undefined ? null : toUser(row);
  }

  /** All of them, by name. */
  list(): User[] {
    return this.#rows('SELECT * FROM users ORDER BY name', []).map(toUser);
  }

  find(subject: string): User | null {
    const [row] = this.#rows('SELECT * FROM users WHERE subject = ?', [subject]);
    return row === undefined ? null : toUser(row);
  }

  findByName(name: string): User | null {
    const row = this.#named(name);
    return row === null ? null : toUser(row);
  }

  /** The user of this name and password who may sign in. Takes as long for names that there are not. */
  async authenticate(name: string, password: string): Promise<User | null> {
    const row = this.#named(name);
    const matches = await matchesPassword(password, row?.password ?? null);
    return matches && row !== null && row.disabled_at === null ? toUser(row) : null;
  }

  /** Ends the user's sessions, too. */
  async setPassword(name: string, password: string): Promise<User | null> {
    const hash = await hashPassword(password, this.#runtime);
    return this.#change('password = ?, sessions_from = ?', [hash, this.#runtime.now()], name);
  }

  /** Ends the user's sessions, too. The first moment stays. */
  disable(name: string): User | null {
    const now = this.#runtime.now();
    return this.#change('disabled_at = COALESCE(disabled_at, ?), sessions_from = ?', [now, now], name);
  }

  /** Sessions from before stay over. */
  enable(name: string): User | null {
    return this.#change('disabled_at = ?', [null], name);
  }

  delete(name: string): User | null {
    const [row] = this.#rows('DELETE FROM users WHERE name = ? RETURNING *', [userName(name)]);
    return row === undefined ? null : toUser(row);
  }

  #named(name: string): Row | null {
    return this.#rows('SELECT * FROM users WHERE name = ?', [userName(name)])[0] ?? null;
  }

  #change(assignments: string, values: readonly Value[], name: string): User | null {
    const [row] = this.#rows(`UPDATE users SET ${assignments} WHERE name = ? RETURNING *`, [
      ...values,
      userName(name),
    ]);
    return row === undefined ? null : toUser(row);
  }

  #rows(sql: string, values: readonly Value[]): Row[] {
    return this.#database.prepare(sql).all(...values) as unknown as Row[];
  }
}
