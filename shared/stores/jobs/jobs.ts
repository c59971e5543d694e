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
import { dynamodb, tableName } from '../dynamodb/client.ts';
import {
  assignments,
  attribute,
  type Condition,
  condition,
  type Expression,
  oneOf,
  update,
} from '../dynamodb/expression.ts';
import { dueItems, getItem, SWEEP } from '../dynamodb/read.ts';
import { deleteItem, putItem, updateItem, writeOnce } from '../dynamodb/write.ts';

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
const STALLED_AFTER_MS = 10 * 60_000;
/** After this a cancelled or failed job's workers have certainly stopped. */
const CLEAN_UP_AFTER_MS = 20 * 60_000;

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
    const item = await getItem(table, { videoId });
    return item && toJob(item);
  };

  /** That the item is of this very job, in one of the states. */
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

    async claim(job, { onlyFirst = false } = {}) {
      const { done: _, expected: __, ...stored } = job;
      const isFirst = condition`attribute_not_exists(videoId)`;
      const isOver = condition`#state IN ${oneOf(TERMINAL_STATES)}`;
      const { made } = await writeOnce<Pick<Job, 'jobId' | 'state'>>(
        () =>
          putItem(
            table,
            { ...stored, sweep: SWEEP, sweepAt: runtime.now() + STALLED_AFTER_MS },
            onlyFirst ? isFirst : condition`${isFirst} OR ${isOver}`,
          ),
        () => get(job.videoId),
        // In another state it is not our write, though it may be of the same promised job.
        ({ jobId, state }) => jobId === job.jobId && state === job.state,
      );
      return made;
    },

    async advance(job, state, changes = {}) {
      const sweepAt = runtime.now() + (isTerminal(state) ? CLEAN_UP_AFTER_MS : STALLED_AFTER_MS);
      const values = { ...changes, state, sweep: SWEEP, sweepAt };
      const { made } = await writeOnce(
        () => updateJob(job, update`SET ${assignments(values)}`, isIn(job, sourcesOf(state))),
        () => get(job.videoId),
        (standing) => standing.jobId === job.jobId && standing.state === state,
      );
      return made;
    },

    async noteProgress(job, unit, { samples, objects, undecodable, workedMs, counted }) {
      const now = runtime.now();
      const i = attribute(String(unit));
      const pass = attribute(String(passOf(job, unit)));
      const worked = Math.round(workedMs);
      const tracks = counted === undefined ? update`` : update`, tracks.${i} = ${counted.tracks}`;
      const expected =
        counted === undefined ? update`` : update` ADD expected ${new Set([counted.expected])}`;
      const isFurther = condition`attribute_not_exists(samplesDone.${i}) OR samplesDone.${i} < ${samples}`;
      const noted = await updateJob(
        job,
        update`SET samplesDone.${i} = ${samples}, objectsSeen.${i} = ${objects},
          undecodable.${i} = ${undecodable}, working.${i} = ${now},
          workedMs.${pass} = workedMs.${pass} + ${worked},
          sweepAt = ${now + STALLED_AFTER_MS}${tracks}${expected}`,
        condition`${isIn(job, ['processing'])} AND ${isFurther}`,
      );
      return noted ?? whileRunning(job);
    },

    async completeUnit(job, unit) {
      const sweepAt = runtime.now() + STALLED_AFTER_MS;
      const working = attribute(String(unit));
      return updateJob(
        job,
        update`ADD done ${new Set([unit])} SET sweepAt = ${sweepAt} REMOVE working.${working}`,
        isIn(job, ['processing']),
      );
    },

    async *due(now) {
      for await (const { videoId } of dueItems(table, now)) {
        const job = await get(videoId as string);
        if (job !== null) yield job;
      }
    },

    async postpone({ videoId, jobId }, sweepAt) {
      const change = sweepAt === null ? update`REMOVE sweep, sweepAt` : update`SET sweepAt = ${sweepAt}`;
      // The next job may have taken the slot; it has a sweep of its own.
      await updateItem(table, { videoId }, change, { when: condition`jobId = ${jobId}` });
    },

    delete: (videoId) => deleteItem(table, { videoId }),
  };
}
