import { createHash } from 'node:crypto';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { type Place, placeOf } from '../../domain/job/distinct-sketch.ts';
import { packed, unpacked } from '../../domain/job/packed-sketch.ts';
import type { Backlog } from '../../domain/job/progress.ts';
import { NO_WORKERS, shareOf, WorkerNotes, type WorkerSketch } from '../../domain/job/worker-sketch.ts';
import { logger } from '../../kernel/logging/logging.ts';
import type { Environment } from '../../kernel/runtime/environment.ts';
import { dynamodb, dynamodbWithoutRetries, tableName } from '../dynamodb/client.ts';
import { condition, update } from '../dynamodb/expression.ts';
import { updateItem } from '../dynamodb/write.ts';
import { storeFactory } from '../store-factory.ts';

/**
 * The detection workers, and the accounts that they have worked for lately, as sketches in one item below 1 KB. It
 * serves estimates only: a report that fails, or that others' writes were ahead of twice, is left out.
 */
interface Workers {
  /**
   * Notes that this process takes a step for an account, and reports at intervals, in two seconds or never.
   * @param until aborts when the step ends, and the report with it
   * @returns when the report, if one was due, is stored or given up; never rejects
   */
  note(accountId: string, until: AbortSignal): Promise<void>;
  /** Notes the pace of this process, to be stored with the next report. */
  notePace(pace: number | null): void;
  /** The workers that an account can count on, and their mean pace, as they were a few seconds ago. */
  shareOf(accountId: string): Promise<Pick<Backlog, 'workers' | 'pace'>>;
}

const REPORT_TIMEOUT_MS = 2000;
const ATTEMPTS = 2;
/** All who ask how far jobs are read one item: each process once in so long. */
const CACHED_MS = 5000;
const KEY = { videoId: '#workers' };

/** The item. Earlier versions had the sketch in an attribute of that name; `writes` is theirs, too. */
interface StoredSketch {
  packed: Uint8Array;
  /** How often it was written. */
  writes: number;
}

const accountPlace = (accountId: string): Place => placeOf(createHash('sha256').update(accountId).digest());

export const openWorkers = storeFactory('workers', (environment: Environment): Workers => {
  const TableName = tableName(environment, 'jobs');
  const { runtime } = environment;
  const notes = new WorkerNotes(placeOf(runtime.randomBytes(3)));

  const seconds = (): number => Math.floor(runtime.now() / 1000);

  /** @returns whether another worker's write was ahead of it */
  const hasLost = async (abortSignal: AbortSignal): Promise<boolean> => {
    // Whatever fails is not repeated before the next report: no retries add to the load of a table in trouble.
    const client = dynamodbWithoutRetries();
    const { Item } = await client.send(new GetCommand({ TableName, Key: KEY, ConsistentRead: true }), {
      abortSignal,
    });
    const { packed: before, writes = 0 } = (Item ?? {}) as Partial<StoredSketch>;
    const now = seconds();
    const sketch = notes.reportTo(unpacked(before), now);
    if (sketch === null) return false;
    const change = update`SET packed = ${packed(sketch, now)}, writes = ${writes + 1} REMOVE #sketch`;
    const stored = await updateItem(TableName, KEY, change, {
      when: condition`attribute_not_exists(writes) OR writes = ${writes}`,
      client,
      abortSignal,
    });
    return stored === null;
  };

  let cached = { sketch: NO_WORKERS, readAt: Number.NEGATIVE_INFINITY };
  const latest = async (): Promise<WorkerSketch> => {
    if (runtime.elapsed() - cached.readAt < CACHED_MS) return cached.sketch;
    const { Item } = await dynamodb().send(new GetCommand({ TableName, Key: KEY }));
    cached = { sketch: unpacked(Item?.packed), readAt: runtime.elapsed() };
    return cached.sketch;
  };

  return {
    async note(accountId, until) {
      const begun = runtime.elapsed();
      const isDue = notes.beginStep(accountPlace(accountId), seconds());
      until.addEventListener('abort', () => notes.endStep((runtime.elapsed() - begun) / 1000), {
        once: true,
      });
      if (!isDue) return;
      try {
        const signal = AbortSignal.any([until, AbortSignal.timeout(REPORT_TIMEOUT_MS)]);
        for (let attempt = 1; attempt <= ATTEMPTS && (await hasLost(signal)); attempt++);
      } catch (error) {
        if (!until.aborted) logger.warn('workers not noted', { error: error as Error });
      }
    },

    notePace(latest) {
      notes.pace = latest ?? notes.pace;
    },

    shareOf: async (accountId) => shareOf(await latest(), accountPlace(accountId), seconds()),
  };
});
