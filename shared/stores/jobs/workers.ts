import { createHash } from 'node:crypto';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { type Place, placeOf } from '../../domain/job/distinct-sketch.ts';
import type { Backlog } from '../../domain/job/progress.ts';
import { NO_WORKERS, shareOf, WorkerNotes, type WorkerSketch } from '../../domain/job/worker-sketch.ts';
import { logger } from '../../kernel/logging/logging.ts';
import type { Environment } from '../../kernel/runtime/environment.ts';
import { dynamodb, dynamodbWithoutRetries, tableName } from '../dynamodb/client.ts';
import { condition, update } from '../dynamodb/expression.ts';
import { updateItem } from '../dynamodb/write.ts';
import { storeFactory } from '../store-factory.ts';

/**
 * The detection workers, and the accounts that they have worked for lately, as sketches in one item of at most 2 KB. It
 * serves estimates only: a report that fails, or that another worker's write was ahead of, is left out.
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
  /** The workers that an account can count on, and their mean pace. */
  shareOf(accountId: string): Promise<Pick<Backlog, 'workers' | 'pace'>>;
}

const REPORT_TIMEOUT_MS = 2000;
const KEY = { videoId: '#workers' };

interface StoredSketch {
  sketch: WorkerSketch;
  /** How often it was written. */
  writes: number;
}

const accountPlace = (accountId: string): Place => placeOf(createHash('sha256').update(accountId).digest());

export const openWorkers = storeFactory('workers', (environment: Environment): Workers => {
  const TableName = tableName(environment, 'jobs');
  const { runtime } = environment;
  const notes = new WorkerNotes(placeOf(runtime.randomBytes(3)));

  const seconds = (): number => Math.floor(runtime.now() / 1000);

  const report = async (abortSignal: AbortSignal): Promise<void> => {
    // Whatever fails is not repeated before the next report: no retries add to the load of a table in trouble.
    const client = dynamodbWithoutRetries();
    const { Item } = await client.send(new GetCommand({ TableName, Key: KEY, ConsistentRead: true }), {
      abortSignal,
    });
    const { sketch: before = NO_WORKERS, writes = 0 } = (Item ?? {}) as Partial<StoredSketch>;
    const sketch = notes.reportTo(before, seconds());
    if (sketch === null) return;
    await updateItem(TableName, KEY, update`SET #sketch = ${sketch}, writes = ${writes + 1}`, {
      when: condition`attribute_not_exists(writes) OR writes = ${writes}`,
      client,
      abortSignal,
    });
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
        await report(AbortSignal.any([until, AbortSignal.timeout(REPORT_TIMEOUT_MS)]));
      } catch (error) {
        if (!until.aborted) logger.warn('workers not noted', { error: error as Error });
      }
    },

    notePace(latest) {
      notes.pace = latest ?? notes.pace;
    },

    async shareOf(accountId) {
      const { Item } = await dynamodb().send(new GetCommand({ TableName, Key: KEY }));
      const { sketch = NO_WORKERS } = (Item ?? {}) as Partial<StoredSketch>;
      return shareOf(sketch, accountPlace(accountId), seconds());
    },
  };
});
