import path from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { openPrivateDatabase } from '../../data-folder/private-database.ts';

/**
 * The contents of the bucket without their bytes. A *content* is the sequence of bytes of an object or a part. It
 * consists of extents, each a range of a blob (a file that never changes once written); copies and completed
 * uploads share the blobs they came from.
 */
const SCHEMA = `
  CREATE TABLE IF NOT EXISTS buckets (name TEXT PRIMARY KEY, created INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS objects (
    bucket TEXT NOT NULL, key TEXT NOT NULL, content TEXT NOT NULL, size INTEGER NOT NULL, etag TEXT NOT NULL,
    modified INTEGER NOT NULL, headers TEXT NOT NULL, checksum TEXT NOT NULL,
    PRIMARY KEY (bucket, key)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS uploads (
    id TEXT PRIMARY KEY, bucket TEXT NOT NULL, key TEXT NOT NULL, initiated INTEGER NOT NULL, headers TEXT NOT NULL,
    algorithm TEXT NOT NULL, checksum_type TEXT NOT NULL, declared INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS uploads_by_key ON uploads (bucket, key, id);
  CREATE TABLE IF NOT EXISTS parts (
    upload TEXT NOT NULL, number INTEGER NOT NULL, content TEXT NOT NULL, size INTEGER NOT NULL, etag TEXT NOT NULL,
    modified INTEGER NOT NULL, checksum TEXT NOT NULL,
    PRIMARY KEY (upload, number)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS extents (
    content TEXT NOT NULL, start INTEGER NOT NULL, blob TEXT NOT NULL, offset INTEGER NOT NULL, length INTEGER NOT NULL,
    PRIMARY KEY (content, start)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS extents_by_blob ON extents (blob);
  CREATE TABLE IF NOT EXISTS versioned_buckets (bucket TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS versions (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT, bucket TEXT NOT NULL, key TEXT NOT NULL, version TEXT NOT NULL,
    modified INTEGER NOT NULL, object TEXT
  ) STRICT;
  CREATE INDEX IF NOT EXISTS versions_by_key ON versions (bucket, key, sequence);
  CREATE TABLE IF NOT EXISTS outbox (sequence INTEGER PRIMARY KEY AUTOINCREMENT, event TEXT NOT NULL) STRICT;
`;

/** A commit survives power loss. */
export const openDatabase = (dataDir: string): DatabaseSync =>
  openPrivateDatabase(path.join(dataDir, 's3.sqlite'), { schema: SCHEMA, synchronous: 'FULL' });
