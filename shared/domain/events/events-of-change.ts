import { EVENT_TABLES, type EventTable, type EventType } from '../../contract/events.ts';
import { TABLES, type TableSpec } from '../../contract/resources.ts';
import type { EventData } from '../../contract/schemas/event.ts';
import type { JobState } from '../job/job.ts';
import type { TrackingState } from '../surface/surface-tracking.ts';

type Item = Readonly<Record<string, unknown>>;

/** A change of an item: null where there was none before. */
export interface Change {
  readonly before: Item | null;
  readonly after: Item;
}

/** What happened, before it has its place among the events of its account. */
export interface Occurrence {
  /** Null: the owner of the video, which earlier releases did not note. */
  readonly accountId: string | null;
  readonly type: EventType;
  /** ISO 8601; null where the item does not say when. */
  readonly at: string | null;
  readonly data: EventData;
}

type Failure = EventData['failure'] | null;

const JOB_EVENTS: Readonly<Partial<Record<JobState, EventType>>> = {
  queued: 'job.queued',
  processing: 'job.started',
  completed: 'job.completed',
  failed: 'job.failed',
  cancelled: 'job.cancelled',
};

const SURFACE_EVENTS: Readonly<Partial<Record<TrackingState, EventType>>> = {
  done: 'surface.tracked',
  failed: 'surface.failed',
};

const failureOf = (failure: unknown): Pick<EventData, 'failure'> => {
  const known = failure as Failure | undefined;
  return known == null ? {} : { failure: { code: known.code, message: known.message } };
};

const text = (value: unknown): string => String(value);
const accountOf = ({ accountId }: Item): string | null => (accountId === undefined ? null : text(accountId));

function ofVideo({ before, after }: Change): Occurrence[] {
  // The other items of the table name the owners of videos.
  if (after.status === undefined || after.status === before?.status) return [];
  const { videoId, name, status, createdAt, updatedAt, failure } = after;
  const data = { videoId: text(videoId) };
  const about = { accountId: accountOf(after), at: text(updatedAt) };
  const created = {
    ...about,
    type: 'video.created',
    at: text(createdAt),
    data: { ...data, name: text(name) },
  } as const;
  const first = before === null ? [created] : [];
  if (status === 'processed') return [...first, { ...about, type: 'video.processed', data }];
  if (status === 'failed')
    return [...first, { ...about, type: 'video.failed', data: { ...data, ...failureOf(failure) } }];
  return first;
}

function ofVersion({ before, after }: Change): Occurrence[] {
  // One of the items says how far the sweeper has come, and has no moment.
  if (before !== null || after.createdAt === undefined) return [];
  const { videoId, version, createdAt, description, author, tombstone } = after;
  const about = { accountId: accountOf(after), at: text(createdAt) };
  const data = { videoId: text(videoId) };
  if (tombstone === true) return [{ ...about, type: 'video.deleted', data }];
  const by = author as EventData['author'];
  return [
    {
      ...about,
      type: 'version.created',
      data: {
        ...data,
        version: Number(version),
        description: text(description),
        ...(by !== undefined && { author: by }),
      },
    },
  ];
}

function ofJob({ before, after }: Change): Occurrence[] {
  const { videoId, jobId, state, createdAt, startedAt, endedAt, version, objectsDetected, failure } = after;
  const type = JOB_EVENTS[state as JobState];
  const isNew = before?.jobId !== jobId;
  if (type === undefined || (!isNew && before?.state === state)) return [];
  const accountId = accountOf(after);
  const data = { videoId: text(videoId), jobId: text(jobId) };
  const queued = { accountId, type: 'job.queued', at: text(createdAt), data } as const;
  if (type === 'job.queued') return [queued];
  const started = Number(startedAt) > 0 ? new Date(Number(startedAt)).toISOString() : null;
  const current = {
    accountId,
    type,
    at: type === 'job.started' ? started : ((endedAt as string | undefined) ?? null),
    data: {
      ...data,
      ...(type === 'job.completed' && {
        objectsDetected: Number(objectsDetected),
        ...(version != null && { version: Number(version) }),
      }),
      ...failureOf(failure),
    },
  };
  // One that an upload has asked for ends before it is stored, where it is cancelled or cannot begin.
  return isNew ? [queued, current] : [current];
}

function ofSurface({ before, after }: Change): Occurrence[] {
  const { videoId, objectId, state, trackedIn, failure } = after;
  const type = SURFACE_EVENTS[state as TrackingState];
  if (type === undefined || before?.state === state) return [];
  return [
    {
      accountId: accountOf(after),
      type,
      at: null,
      data: {
        videoId: text(videoId),
        objectId: text(objectId),
        ...(trackedIn != null && { version: Number(trackedIn) }),
        ...failureOf(failure),
      },
    },
  ];
}

function ofKey({ before, after }: Change): Occurrence[] {
  const { keyId, name, createdAt, revokedAt } = after;
  const about = { accountId: accountOf(after), data: { keyId: text(keyId), name: text(name) } };
  const revoked =
    revokedAt != null && before?.revokedAt == null
      ? [{ ...about, type: 'key.revoked', at: text(revokedAt) } as const]
      : [];
  return before === null ? [{ ...about, type: 'key.created', at: text(createdAt) }, ...revoked] : revoked;
}

const OF: Readonly<Record<EventTable, (change: Change) => Occurrence[]>> = {
  keys: ofKey,
  videos: ofVideo,
  versions: ofVersion,
  jobs: ofJob,
  surfaces: ofSurface,
};

const keyNames = ({ partitionKey, sortKey }: TableSpec): string =>
  [partitionKey, sortKey]
    .flatMap((key) => (key === undefined ? [] : [key.name]))
    .sort()
    .join();

/** The table whose items have these members as their key: no two tables have the same. */
export function tableOfKey(key: Item): EventTable | undefined {
  const names = Object.keys(key).sort().join();
  return EVENT_TABLES.find((table) => keyNames(TABLES[table]) === names);
}

/** What has happened where an item of a table was put or changed, in its order: mostly nothing that anybody is told. */
export const eventsOfChange = (table: EventTable, change: Change): Occurrence[] => OF[table](change);
