import * as z from 'zod';
import { EVENT_FORM, EVENT_TYPES } from '../events.ts';
import { LIMITS } from '../limits.ts';
import { versionAuthor } from './metadata.ts';
import { failure, MAX_COUNTER, nameList, queryInteger, timestamp, versionNumber } from './primitives.ts';

/** Beyond what an account reaches in a thousand years. */
export const MAX_SEQUENCE = 1_000_000_000_000_000;

export const eventSequence = z.int().min(1).max(MAX_SEQUENCE);

const typeNames = EVENT_TYPES.map((type) => `\`${type}\``).join(', ');

const eventData = z
  .object({
    videoId: z.string().optional().describe('of the video; absent in events of keys'),
    jobId: z.string().optional().describe('of `job.*`'),
    objectId: z.string().optional().describe('of `surface.*`: the tracked object'),
    keyId: z.string().optional().describe('of `key.*`'),
    name: z.string().optional().describe('of `video.created` and `key.*`: what it was called then'),
    version: versionNumber
      .optional()
      .describe('of `version.created`, `job.completed` and `surface.tracked`: the version of the metadata'),
    description: z.string().optional().describe('of `version.created`: what was changed'),
    author: versionAuthor.optional().describe('of `version.created`; absent where the service made it'),
    objectsDetected: z.int().min(0).max(MAX_COUNTER).optional().describe('of `job.completed`'),
    failure: failure.optional().describe('of `video.failed`, `job.failed` and `surface.failed`'),
  })
  .meta({ id: 'EventData', description: 'What an event is about.' });

export const event = z
  .object({
    id: z.string().describe('the same wherever the event is read or sent, however often'),
    sequence: eventSequence.describe("the event's number among those of the account: 1, 2, 3, without a gap"),
    type: z.string().describe(`one of ${typeNames}, or what a later release adds`),
    timestamp: timestamp.describe('when it happened; ISO 8601 UTC'),
    version: z.int().min(1).max(MAX_COUNTER).describe(`of this form: ${EVENT_FORM}`),
    data: eventData,
  })
  .meta({ id: 'ServiceEvent', description: 'Something that happened to what an account owns.' });

export type ServiceEvent = z.output<typeof event>;
export type EventData = ServiceEvent['data'];

export const eventPage = z
  .object({
    events: z.array(event).describe('oldest first'),
    next: z
      .int()
      .min(0)
      .max(MAX_SEQUENCE)
      .describe('what to send as `after` for the events that follow, also where none were found'),
    hasMore: z.boolean().describe('whether there are more already'),
    newest: z
      .int()
      .min(0)
      .max(MAX_SEQUENCE)
      .describe("sequence of the account's newest event; 0 where there is none"),
    missed: z
      .int()
      .min(0)
      .max(MAX_SEQUENCE)
      .describe('how many events after `after` are older than events are kept, and lost to this reader'),
  })
  .meta({ id: 'EventPage' });

const ONE_TYPE = EVENT_TYPES.map((type) => type.replace('.', '[.]')).join('|');

export const eventQuery = z.strictObject({
  after: queryInteger(0, MAX_SEQUENCE)
    .default(0)
    .describe('sequence of the last event that the reader has; 0 by default: from the oldest on'),
  types: nameList
    .refine(
      (names) => names.split(',').every((name) => (EVENT_TYPES as readonly string[]).includes(name)),
      `must be among ${EVENT_TYPES.join(', ')}`,
    )
    .optional()
    .meta({
      description: 'the only types to be sent, with commas between them',
      pattern: `^(?:${ONE_TYPE})(?:,(?:${ONE_TYPE}))*$`,
    }),
  videoId: z.string().min(1).max(LIMITS.nameLength).optional().describe('only events of this video'),
  limit: queryInteger(1, LIMITS.listedEvents)
    .default(LIMITS.listedEvents)
    .describe('the most events to send'),
  wait: queryInteger(0, LIMITS.eventWaitSeconds)
    .default(0)
    .describe('seconds to wait for an event where there is none yet'),
});
