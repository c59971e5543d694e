import type { StreamConsumer } from './function-definition.ts';
import type { TableName } from './resources.ts';

/** What may happen, by the name of its event. Receivers must expect others, of later releases. */
export const EVENT_TYPES = [
  'video.created',
  'video.processed',
  'video.failed',
  'video.deleted',
  'job.queued',
  'job.started',
  'job.completed',
  'job.failed',
  'job.cancelled',
  'surface.tracked',
  'surface.failed',
  'version.created',
  'key.created',
  'key.revoked',
] as const;

export type EventType = (typeof EVENT_TYPES)[number];

/** Version of an event's form; members may be added without a new one. */
export const EVENT_FORM = 1;

/** How long events can be read. */
export const EVENT_RETENTION_DAYS = 30;

/** The tables whose changes are what happens. */
export const EVENT_TABLES = [
  'keys',
  'videos',
  'versions',
  'jobs',
  'surfaces',
] as const satisfies readonly TableName[];

export type EventTable = (typeof EVENT_TABLES)[number];

/** The function that is fed with the changes of these tables. */
export const recordChanges = {
  key: 'events/record-changes',
  streams: EVENT_TABLES,
  eventNames: ['INSERT', 'MODIFY'],
  stores: ['eventLog', 'videoReader', 'accountLookup', 'webhookLists', 'webhookQueue'],
} as const satisfies StreamConsumer;
