import { BatchGetCommand, DeleteCommand, GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { SegmentTracks } from '../../domain/job/job.ts';
import {
  isTerminal,
  type Job,
  type JobState,
  passOf,
  sourcesOf,
  TERMINAL_STATES,
} from '../../domain/job/job.ts';
import type { Environment } from '../../kernel/runtime/environment.ts';
import { dynamodb, isConditionFailure, SWEEP, tableName } from '../dynamodb/client.ts';
import { dueItems } from '../dynamodb/query.ts';

export type JobRef = Pick<Job, 'videoId' | 'jobId'>;

/** How far a worker is with a unit. */
export interface UnitProgress {
  /** Worked through; 0 at the beginning. */
  samples: number;
  /** Most objects seen in one of them. */
  objects: number;
  /** Those of them that could not be decoded. */
  undecodable: number;
  /** Milliseconds since this worker's last note about the unit. */
  workedMs: number;
  /** Where they were counted anew: its tracks, and how many of the video are expected with them. */
  counted?: { tracks: SegmentTracks; expected: number };
}

/** The detection jobs: one item a video, which the next job replaces once the last is over. */
export interface Jobs {
  get(videoId: string): Promise<Job | null>;
  /** Those of up to 100 videos that have one and can be read at once, in any order, and as they were a moment ago. */
  some(videoIds: readonly string[]): Promise<Job[]>;
  /**
   * Takes the video's job slot, also for a job that is over before it began; false while another job is active (or, with
   * `onlyFirst`, when there ever was one).
   */
  claim(job: Job, options?: { onlyFirst?: boolean }): Promise<boolean>;
  /** Moves the job on; false when its state does not allow it or it is not this job any more. */
  advance(
    job: JobRef,
    state: JobState,
    changes?: Partial<Pick<Job, 'startedAt' | 'finishingAt' | 'objectsDetected' | 'version' | 'failure'>>,
  ): Promise<boolean>;
  /**
   * Notes that a unit is worked on, and how far it is. Figures never fall.
   * @returns the job as it then is, or null when it no longer runs
   */
  noteProgress(job: Job, unit: number, progress: UnitProgress): Promise<Job | null>;
  /** Adds a unit of work to the finished ones and returns the job as it then is, or null when it no longer runs. */
  completeUnit(job: JobRef, unit: number): Promise<Job | null>;
  /** Jobs that should have moved by `now`, and terminal ones whose leavings are due. */
  due(now: number): AsyncGenerator<Job>;
  /** Asks the sweeper to look again at `sweepAt`, or no more. */
  postpone(job: JobRef, sweepAt: number | null): Promise<void>;
  /** Removes a job with its video. */
  delete(videoId: string): Promise<void>;
}

/** A running job that shows no sign of life for this long is looked at: longer than a visibility timeout. */
const STALLED = 10 * 60_000;
/** After this a cancelled or failed job's workers have certainly stopped. */
const LEAVINGS = 20 * 60_000;

/** DynamoDB has no empty sets. */
const asSet = (value: unknown): Set<number> => (value instanceof Set ? value : new Set());

const toJob = (item: Record<string, unknown>): Job => {
  // Jobs of before this was counted have no `undecodable`.
  const { done, expected, undecodable = {}, sweep: _, sweepAt: __, ...job } = item;
  return {
    ...(job as unknown as Job),
    undecodable: undecodable as Job['undecodable'],
    done: asSet(done),
    expected: asSet(expected),
  };
};

export function openJobs(environment: Environment): Jobs {
  const table = tableName(environment, 'jobs');
  const { runtime } = environment;

  const get = async (videoId: string): Promise<Job | null> => {
    const { Item } = await dynamodb().send(
      new GetCommand({ TableName: table, Key: { videoId }, ConsistentRead: true }),
    );
    return Item === undefined ? null : toJob(Item);
  };

  /** An update on condition that the item is this very job and in one of the states. */
  const update = async (
    { videoId, jobId }: JobRef,
    states: readonly JobState[],
    expression: string,
    names: Record<string, string>,
    values: Record<string, unknown>,
    condition?: string,
  ): Promise<Job | null> => {
    try {
      const { Attributes } = await dynamodb().send(
        new UpdateCommand({
          TableName: table,
          Key: { videoId },
          UpdateExpression: expression,
          ConditionExpression: `jobId = :job AND #state IN (${states.map((_, i) => `:s${i}`).join(', ')})${
            condition === undefined ? '' : ` AND (${condition})`
          }`,
          ExpressionAttributeNames: { '#state': 'state', ...names },
          ExpressionAttributeValues: {
            ':job': jobId,
            ...values,
            ...Object.fromEntries(states.map((state, i) => [`:s${i}`, state])),
          },
          ReturnValues: 'ALL_NEW',
        }),
      );
      return toJob(Attributes ?? {});
    } catch (error) {
      if (isConditionFailure(error)) return null;
      throw error;
    }
  };

  const whileRunning = async ({ videoId, jobId }: JobRef): Promise<Job | null> => {
    const job = await get(videoId);
    return job?.jobId === jobId && job.state === 'processing' ? job : null;
  };

  return {
    get,

    async some(videoIds) {
      const Keys = videoIds.map((videoId) => ({ videoId }));
      const { Responses = {} } = await dynamodb().send(
        new BatchGetCommand({ RequestItems: { [table]: { Keys } } }),
      );
      return (Responses[table] ?? []).map(toJob);
    },

    async claim({ done: _, expected: __, ...job }, { onlyFirst = false } = {}) {
      const condition = onlyFirst
        ? 'attribute_not_exists(videoId)'
        : `attribute_not_exists(videoId) OR #state IN (${TERMINAL_STATES.map((___, i) => `:s${i}`).join(', ')})`;
      try {
        await dynamodb().send(
          new PutCommand({
            TableName: table,
            Item: { ...job, sweep: SWEEP, sweepAt: runtime.now() + STALLED },
            ConditionExpression: condition,
            ...(onlyFirst
              ? {}
              : {
                  ExpressionAttributeNames: { '#state': 'state' },
                  ExpressionAttributeValues: Object.fromEntries(
                    TERMINAL_STATES.map((state, i) => [`:s${i}`, state]),
                  ),
                }),
          }),
        );
        return true;
      } catch (error) {
        // Its reply may be what was lost. In another state it is not our write, though of the same promised job.
        const current = await get(job.videoId);
        if (current?.jobId === job.jobId && current.state === job.state) return true;
        if (isConditionFailure(error)) return false;
        throw error;
      }
    },

    async advance(job, state, changes = {}) {
      const isThere = async (): Promise<boolean> => {
        const current = await get(job.videoId);
        return current?.jobId === job.jobId && current.state === state;
      };
      const entries = Object.entries(changes);
      const sets = entries.map((_, i) => `, #c${i} = :c${i}`).join('');
      try {
        const moved = await update(
          job,
          sourcesOf(state),
          `SET #state = :next, sweep = :due, sweepAt = :at${sets}`,
          Object.fromEntries(entries.map(([name], i) => [`#c${i}`, name])),
          {
            ':next': state,
            ':due': SWEEP,
            ':at': runtime.now() + (isTerminal(state) ? LEAVINGS : STALLED),
            ...Object.fromEntries(entries.map(([, value], i) => [`:c${i}`, value])),
          },
        );
        // A lost reply makes our own success look like a refusal, or like a failure.
        return moved !== null || (await isThere());
      } catch (error) {
        if (await isThere()) return true;
        throw error;
      }
    },

    async noteProgress(job, unit, { samples, objects, undecodable, workedMs, counted }) {
      const moved = await update(
        job,
        ['processing'],
        `SET samplesDone.#i = :samples, objectsSeen.#i = :objects, undecodable.#i = :undecodable,
          working.#i = :now,
          workedMs.#pass = workedMs.#pass + :worked, sweepAt = :at${
            counted === undefined ? '' : ', tracks.#i = :tracks ADD expected :expected'
          }`,
        { '#i': String(unit), '#pass': String(passOf(job, unit)) },
        {
          ':samples': samples,
          ':objects': objects,
          ':undecodable': undecodable,
          ':now': runtime.now(),
          ':worked': Math.round(workedMs),
          ':at': runtime.now() + STALLED,
          ...(counted && { ':tracks': counted.tracks, ':expected': new Set([counted.expected]) }),
        },
        'attribute_not_exists(samplesDone.#i) OR samplesDone.#i < :samples',
      );
      return moved ?? whileRunning(job);
    },

    completeUnit: (job, unit) =>
      update(
        job,
        ['processing'],
        'ADD done :unit SET sweepAt = :at REMOVE working.#i',
        { '#i': String(unit) },
        {
          ':unit': new Set([unit]),
          ':at': runtime.now() + STALLED,
        },
      ),

    async *due(now) {
      for await (const { videoId } of dueItems(table, now)) {
        const job = await get(videoId as string);
        if (job !== null) yield job;
      }
    },

    async postpone({ videoId, jobId }, sweepAt) {
      const expression = sweepAt === null ? 'REMOVE sweep, sweepAt' : 'SET sweepAt = :at';
      try {
        await dynamodb().send(
          new UpdateCommand({
            TableName: table,
            Key: { videoId },
            UpdateExpression: expression,
            ConditionExpression: 'jobId = :job',
            ExpressionAttributeValues: { ':job': jobId, ...(sweepAt === null ? {} : { ':at': sweepAt }) },
          }),
        );
      } catch (error) {
        // The slot has been taken by the next job, which has its own appointment.
        if (!isConditionFailure(error)) throw error;
      }
    },

    async delete(videoId) {
      await dynamodb().send(new DeleteCommand({ TableName: table, Key: { videoId } }));
    },
  };
}
