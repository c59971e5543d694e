import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import db from 'dynalite/db/index.js';
import type { Entries } from './entries.ts';

/** Imports the tables of an earlier version, which kept the same entries in dynalite's own store. */
export async function migrateLevelDb(folder: string, entries: Entries): Promise<void> {
  const source = path.join(folder, 'tables');
  if (!existsSync(source)) return;
  const { db: level, lifecycleManager } = db.create({ path: source });
  const found: [string, unknown][] = [];
  for await (const entry of level.iterator()) found.push(entry);
  await lifecycleManager.gracefulClose();
  entries.transact(() => {
    for (const [key, value] of found) entries.put(key, value);
  });
  await rm(source, { recursive: true });
  await rm(path.join(folder, 'lock.db'), { force: true });
}
