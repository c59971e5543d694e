import { BatchGetCommand } from '@aws-sdk/lib-dynamodb';
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
import { isoNow } from '../../kernel/runtime/runtime.ts';
import { dynamodb, tableName } from '../dynamodb/client.ts';
import {
  assignments,
  attribute,
  type Condition,
  condition,
  type Expression,
  oneOf,
  update,
  where,
} from '../dynamodb/expression.ts';
import { getItem, scanItems } from '../dynamodb/read.ts';
import { coarseSweepAt, type Due, dueItems, sweepEntry } from '../dynamodb/sweep.ts';
import { deleteItem, putItem, updateItem, writeOnce } from '../dynamodb/write.ts';
import { storeFactory } from '../store-factory.ts';

type JobRef = Pick<Job, 'videoId' | 'jobId'>;

/** How far a worker has come with a unit of work. */
interface UnitProgress {
  /** Samples done so far. */
  samples: number;
  /** The most objects seen in one sample. */
  objects: number;
  /** How many of the samples could not be decoded. */
  undecodable: number;
  /** How many of the samples the detector looked at. */
  detected: number;
  /** Since this worker's last note about the unit. */
  workedMs: number;
  /** Only where they were counted again: the tracks of the unit, and how many are expected of the whole video. */
  counted?: { tracks: SegmentTracks; expected: number };
}

export interface ClaimOptions {
  /** Only if the video never had a job. */
  onlyFirst?: boolean;
  /** Only if the slot has the job of this id, and it failed. */
  insteadOf?: string;
}

/** The detection jobs: one item per video, which the next job replaces once the last is over. */
export interface Jobs {
  get(videoId: string): Promise<Job | null>;
  /**
   * The jobs of up to 100 videos, in any order, read with eventual consistency. Videos without a job are left out, and so are
   * jobs that one request does not return.
   */
  some(videoIds: readonly string[]): Promise<Job[]>;
  /**
   * Takes the video's job slot, also for a job that ended before it began.
   * @returns false while another job is active, or where an option does not hold
   */
  claim(job: Job, options?: ClaimOptions): Promise<boolean>;
  /** The jobs that failed, of one account or of all. Reads the whole table. */
  failed(accountId?: string): AsyncGenerator<Job>;
  /** Moves the job to a state; false if its own state does not allow it or another job has the slot. */
  advance(
    job: JobRef,
    state: JobState,
    changes?: Partial<Pick<Job, 'startedAt' | 'finishingAt' | 'objectsDetected' | 'version' | 'failure'>>,
  ): Promise<boolean>;
  /**
   * Notes that a worker is at a unit, and how far. The number of samples never goes down.
   * @returns the job after it, or null if it no longer runs
   */
  noteProgress(job: Job, unit: number, progress: UnitProgress): Promise<Job | null>;
  /** Adds a unit to the completed ones. @returns the job after it, or null if it no longer runs */
  completeUnit(job: JobRef, unit: number): Promise<Job | null>;
  /** Jobs that should have progressed by `now` (milliseconds since the epoch), and terminal ones to clean up after. */
  due(now: number): AsyncGenerator<Due<Pick<Job, 'videoId'>>>;
  /** Has the sweeper look again at `sweepAt` (milliseconds since the epoch), or never again. */
  postpone(job: JobRef, sweepAt: number | null): Promise<void>;
  /** Removes a job with its video. */
  delete(videoId: string): Promise<void>;
}

/** A job without any sign of progress for this long, or for half of it, may have stalled: both are longer than a visibility timeout. */
const STALLED_AFTER_MS = 10 * 60_000;
/** By then the workers of a cancelled or failed job have stopped. */
const CLEAN_UP_AFTER_MS = 20 * 60_000;

/** DynamoDB has no empty sets. */
const asSet = (value: unknown): Set<number> => (value instanceof Set ? value : new Set());

const toJob = (item: Record<string, unknown>): Job => {
  // Jobs from before this was counted have no `undecodable`.
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
    const item = await getItem(table, { videoId });
    return item && toJob(item);
  };

  /** When a job that makes progress now is to be looked at, unless it makes more. */
  const stalledAt = ({ videoId }: JobRef): number => coarseSweepAt(videoId, runtime.now() + STALLED_AFTER_MS);

  /** That the slot has this job, in one of the states. */
  const isIn = ({ jobId }: JobRef, states: readonly JobState[]): Condition =>
    condition`jobId = ${jobId} AND #state IN ${oneOf(states)}`;

  const updateJob = async ({ videoId }: JobRef, change: Expression, when: Condition): Promise<Job | null> => {
    const item = await updateItem(table, { videoId }, change, { when });
    return item && toJob(item);
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

    async claim(job, { onlyFirst = false, insteadOf } = {}) {
      const { done: _, expected: __, ...stored } = job;
      const isFirst = condition`attribute_not_exists(videoId)`;
      const isOver = condition`#state IN ${oneOf(TERMINAL_STATES)}`;
      const isFree = onlyFirst ? isFirst : condition`${isFirst} OR ${isOver}`;
      const { made } = await writeOnce<Pick<Job, 'jobId' | 'state'>>(
        () =>
          putItem(
            table,
            { ...stored, ...sweepEntry(job.videoId, runtime.now() + STALLED_AFTER_MS) },
            insteadOf === undefined
              ? isFree
              : condition`jobId = ${insteadOf} AND #state = ${'failed' satisfies JobState}`,
          ),
        () => get(job.videoId),
        // In another state it is not our write, though it may be of the same pending job.
        ({ jobId, state }) => jobId === job.jobId && state === job.state,
      );
      return made;
    },

    async advance(job, state, changes = {}) {
      const sweepAt = runtime.now() + (isTerminal(state) ? CLEAN_UP_AFTER_MS : STALLED_AFTER_MS);
      const ended = isTerminal(state) ? { endedAt: isoNow(runtime) } : {};
      const values = { ...changes, ...ended, state, ...sweepEntry(job.videoId, sweepAt) };
      const { made } = await writeOnce(
        () => updateJob(job, update`SET ${assignments(values)}`, isIn(job, sourcesOf(state))),
        () => get(job.videoId),
        (standing) => standing.jobId === job.jobId && standing.state === state,
      );
      return made;
    },

    async *failed(accountId) {
      const hasFailed = where`#state = ${'failed' satisfies JobState}`;
      const isWanted = accountId === undefined ? hasFailed : where`${hasFailed} AND accountId = ${accountId}`;
      for await (const item of scanItems(table, isWanted)) yield toJob(item);
    },

    async noteProgress(job, unit, { samples, objects, undecodable, detected, workedMs, counted }) {
      const now = runtime.now();
      const i = attribute(String(unit));
      const pass = attribute(String(passOf(job, unit)));
      const worked = Math.round(workedMs);
      const tracks = counted === undefined ? update`` : update`, tracks.${i} = ${counted.tracks}`;
      const expected =
        counted === undefined ? update`` : update` ADD expected ${new Set([counted.expected])}`;
      // Nearly all are 0, and would be paid for with every write of a job of many segments.
      const spoilt = undecodable === 0 ? update`` : update`, undecodable.${i} = ${undecodable}`;
      const looked = job.detected === undefined ? update`` : update`, detected.${i} = ${detected}`;
      const isFurther = condition`attribute_not_exists(samplesDone.${i}) OR samplesDone.${i} < ${samples}`;
      const noted = await updateJob(
        job,
        update`SET samplesDone.${i} = ${samples}, objectsSeen.${i} = ${objects},
          working.${i} = ${now},
          workedMs.${pass} = workedMs.${pass} + ${worked},
          sweepAt = ${stalledAt(job)}${spoilt}${looked}${tracks}${expected}`,
        condition`${isIn(job, ['processing'])} AND ${isFurther}`,
      );
      return noted ?? whileRunning(job);
    },

    async completeUnit(job, unit) {
      const working = attribute(String(unit));
      return updateJob(
        job,
        update`ADD done ${new Set([unit])} SET sweepAt = ${stalledAt(job)} REMOVE working.${working}`,
        isIn(job, ['processing']),
      );
    },

    due: (now) => dueItems(table, now),

    async postpone({ videoId, jobId }, sweepAt) {
      const change = sweepAt === null ? update`REMOVE sweep, sweepAt` : update`SET sweepAt = ${sweepAt}`;
      // The next job may have taken the slot; it has a sweep of its own.
      await updateItem(table, { videoId }, change, { when: condition`jobId = ${jobId}` });
    },

    delete: (videoId) => deleteItem(table, { videoId }),
  };
}

type JobReader = Pick<Jobs, 'get'>;
export type JobClaims = JobReader & Pick<Jobs, 'claim'>;
export type JobControl = JobClaims & Pick<Jobs, 'advance'>;
export type JobWriter = JobReader & Pick<Jobs, 'advance' | 'noteProgress' | 'completeUnit'>;

export const openJobReader = storeFactory('jobReader', (environment): JobReader => openJobs(environment));
export const openJobClaims = storeFactory('jobClaims', (environment): JobClaims => openJobs(environment));
export const openJobControl = storeFactory('jobControl', (environment): JobControl => openJobs(environment));
export const openFailedJobs = storeFactory('failedJobs', (environment): JobClaims & Pick<Jobs, 'failed'> =>
  openJobs(environment),
);
export const openJobWriter = storeFactory('jobWriter', (environment): JobWriter => openJobs(environment));
export const openJobSweeper = storeFactory(
  'jobSweeper',
  (environment): JobReader & Pick<Jobs, 'due' | 'postpone'> => openJobs(environment),
);
