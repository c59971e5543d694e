import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { shortId } from '../../domain/ids.ts';
import type { Backlog } from '../../domain/job/progress.ts';
import type { Environment } from '../../kernel/runtime/environment.ts';
import { dynamodb, tableName } from '../dynamodb/client.ts';
import { attribute, attributes, update } from '../dynamodb/expression.ts';
import { updateItem } from '../dynamodb/write.ts';
import { storeFactory } from '../store-factory.ts';

/**
 * The detection workers, and the accounts that they have worked for lately. It serves estimates only, so a lost or late
 * update does no harm.
 */
interface Workers {
  /** Notes that this process works for an account; stored at intervals. */
  note(accountId: string): Promise<void>;
  /** Notes the pace of this process, to be stored with the next note. */
  notePace(pace: number | null): void;
  /** The workers that an account can count on, and their mean pace. */
  shareOf(accountId: string): Promise<Pick<Backlog, 'workers' | 'pace'>>;
}

interface Entry {
  /** Milliseconds since the epoch. */
  at: number;
  accounts: string[];
  pace: number | null;
}

/** A worker that has noted nothing for this long is gone. */
const GONE_AFTER_MS = 60_000;
const WRITE_INTERVAL_MS = 20_000;
/** One item has all workers, each in an attribute of its own. */
const KEY = { videoId: '#workers' };

export const openWorkers = storeFactory('workers', (environment: Environment): Workers => {
  const TableName = tableName(environment, 'jobs');
  const { runtime } = environment;
  const id = shortId(runtime);
  const recent = new Map<string, number>();
  let pace: number | null = null;
  let written: Entry = { at: Number.NEGATIVE_INFINITY, accounts: [], pace };

  const entriesOf = ({ videoId: _, ...entries }: Record<string, unknown>): [string, Entry][] =>
    Object.entries(entries as Record<string, Entry>);
  const isRecent = (at: number): boolean => at > runtime.now() - GONE_AFTER_MS;

  const write = async (): Promise<void> => {
    const all = await updateItem(TableName, KEY, update`SET ${attribute(id)} = ${written}`);
    const gone = entriesOf(all ?? {}).filter(([, { at }]) => !isRecent(at));
    if (gone.length === 0) return;
    await updateItem(TableName, KEY, update`REMOVE ${attributes(gone.map(([worker]) => worker))}`);
  };

  return {
    async note(accountId) {
      const now = runtime.now();
      recent.set(accountId, now);
      for (const [account, at] of recent) if (!isRecent(at)) recent.delete(account);
      const accounts = [...recent.keys()].sort();
      const isNews =
        String(accounts) !== String(written.accounts) || (written.pace === null && pace !== null);
      if (now - written.at < WRITE_INTERVAL_MS && !isNews) return;
      written = { at: now, accounts, pace };
      // A segment must not fail for an estimate; the next interval writes again.
      await write().catch(() => undefined);
    },

    notePace(latest) {
      pace = latest ?? pace;
    },

    async shareOf(accountId) {
      const { Item = {} } = await dynamodb().send(new GetCommand({ TableName, Key: KEY }));
      const workers = entriesOf(Item)
        .map(([, entry]) => entry)
        .filter(({ at }) => isRecent(at));
      const accounts = new Set([accountId, ...workers.flatMap((worker) => worker.accounts)]);
      const paces = workers.map((worker) => worker.pace).filter((each) => each !== null);
      return {
        workers: workers.length === 0 ? null : workers.length / accounts.size,
        pace: paces.length === 0 ? null : paces.reduce((sum, each) => sum + each, 0) / paces.length,
      };
    },
  };
});
