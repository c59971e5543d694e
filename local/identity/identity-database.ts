import path from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { openPrivateDatabase } from '../data-folder/private-database.ts';

/**
 * `users`: those who may sign in; `sessions_from` and `disabled_at` are Unix milliseconds.
 * `artifacts`: what the provider keeps of sessions, grants, codes and refresh tokens; times in Unix seconds, as in OAuth.
 */
const schema = `
  CREATE TABLE IF NOT EXISTS users (
    subject TEXT PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    password TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    disabled_at INTEGER,
    sessions_from INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS artifacts (
    model TEXT NOT NULL,
    id TEXT NOT NULL,
    payload TEXT NOT NULL,
    uid TEXT,
    grant_id TEXT,
    consumed_at INTEGER,
    expires_at INTEGER,
    PRIMARY KEY (model, id)
  ) STRICT;
  CREATE INDEX IF NOT EXISTS artifacts_by_uid ON artifacts (model, uid) WHERE uid IS NOT NULL;
  CREATE INDEX IF NOT EXISTS artifacts_by_grant ON artifacts (grant_id) WHERE grant_id IS NOT NULL;
  CREATE INDEX IF NOT EXISTS artifacts_by_expiry ON artifacts (expires_at) WHERE expires_at IS NOT NULL;
`;

/** Users and sessions of an installation. Shared, since `vms users` works on it while the service runs. */
export const openIdentityDatabase = (dataDir: string): DatabaseSync =>
  openPrivateDatabase(path.join(dataDir, 'identity.sqlite'), { schema, synchronous: 'FULL', shared: true });
