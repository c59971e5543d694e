import * as z from 'zod';
import { EVENT_RETENTION_DAYS, EVENT_TYPES } from '../events.ts';
import { LIMITS } from '../limits.ts';
import { event, eventSequence, MAX_SEQUENCE } from './event.ts';
import { versionAuthor } from './metadata.ts';
import { failure, MAX_COUNTER, queryInteger, timestamp } from './primitives.ts';

/** `disabled`: by the service, for a reason. */
export const WEBHOOK_STATES = ['active', 'paused', 'disabled'] as const;
/** `failing`: nothing was delivered for days; `gone`: the receiver has answered 410. */
export const DISABLED_REASONS = ['failing', 'gone'] as const;
/** `pending`: another attempt will be made; `failed`: none will. */
export const DELIVERY_STATES = ['pending', 'delivered', 'failed'] as const;

const url = z.string().min(1).max(LIMITS.webhookUrlLength).meta({
  description:
    'where events are sent: `https`, at a public address; from a local service also `http` to the machine itself',
  // What else must be true of it, and why it is refused, is said by what sends.
  pattern: '^[Hh][Tt][Tt][Pp][Ss]?://[^/]',
});
const description = z.string().max(LIMITS.descriptionLength).describe('for people');
const types = z
  .array(z.enum(EVENT_TYPES))
  .min(1)
  .max(EVENT_TYPES.length)
  .nullable()
  .describe('the types of events that are sent; null: all, those of later releases included');
const videoId = z
  .string()
  .min(1)
  .max(LIMITS.nameLength)
  .nullable()
  .describe('the video whose events alone are sent; null: those of all videos, and of keys');

export const webhook = z
  .object({
    id: z.string(),
    url,
    description: description.nullable(),
    types: z.array(z.string()).nullable().describe('the types of events that are sent; null: all'),
    videoId: z.string().nullable().describe('the video whose events alone are sent; null: all events'),
    status: z
      .enum(WEBHOOK_STATES)
      .describe('nothing is sent while it is `paused`, or `disabled` by the service'),
    disabledReason: z
      .enum(DISABLED_REASONS)
      .nullable()
      .describe('`failing`: nothing could be delivered for five days; `gone`: it has answered 410'),
    failingSince: timestamp
      .nullable()
      .describe('since when no attempt has succeeded; null: the last one has'),
    createdAt: timestamp,
    createdBy: versionAuthor,
    formerSecretUntil: timestamp
      .nullable()
      .describe('until when the former secret signs too; null: there is none'),
  })
  .meta({ id: 'Webhook', description: 'An address to which events are sent as they happen.' });

export type ShownWebhook = z.output<typeof webhook>;

export const webhookRequest = z
  .strictObject({
    url,
    description: description.nullable().default(null),
    types: types.default(null),
    videoId: videoId.default(null),
  })
  .meta({ id: 'WebhookRequest' });

export type WebhookRequest = z.output<typeof webhookRequest>;

/** What is absent stays as it is. */
export const webhookPatch = z
  .strictObject({
    url: url.optional(),
    description: description.nullable().optional(),
    types: types.optional(),
    videoId: videoId.optional(),
    status: z
      .enum(['active', 'paused'])
      .optional()
      .describe('`active` has a disabled one begin again; what happened meanwhile is sent on request alone'),
  })
  .meta({ id: 'WebhookPatch' });

export type WebhookPatch = z.output<typeof webhookPatch>;

export const webhookWithSecret = z
  .object({
    webhook,
    secret: z.string().describe('signs what is sent (Standard Webhooks); no other answer has it'),
  })
  .meta({ id: 'WebhookWithSecret' });

export const secretRotation = z
  .strictObject({
    overlapHours: z
      .int()
      .min(0)
      .max(LIMITS.secretOverlapHours)
      .default(LIMITS.secretOverlapHours)
      .describe('for how long the present secret signs too; 0 where others may know it'),
  })
  .meta({ id: 'SecretRotation' });

const attempt = z
  .object({
    at: timestamp.describe('when it began'),
    durationMs: z.number().min(0).describe('milliseconds'),
    status: z.int().optional().describe('of the answer; 2xx alone is success'),
    answer: z.string().optional().describe('the first 2 kB of what was answered'),
    failure: failure.optional().describe('why there is no answer'),
  })
  .meta({ id: 'WebhookAttempt', description: 'An event was posted to a webhook.' });

export type WebhookAttempt = z.output<typeof attempt>;

/** What `webhook.test` sends: it is not among the events of the account, and has no sequence. */
const testEvent = event
  .omit({ sequence: true })
  .extend({
    type: z.literal('webhook.test'),
    data: z.object({ webhookId: z.string() }).meta({ id: 'TestEventData' }),
  })
  .meta({ id: 'TestEvent', description: 'Stands outside the sequence of events, and has no number there.' });

export type TestEvent = z.output<typeof testEvent>;

export const webhookTest = z.object({ event: testEvent, attempt }).meta({ id: 'WebhookTest' });

export const delivery = z
  .object({
    event: event.describe('what is sent: the body of the request, with its `id` as `webhook-id`'),
    status: z.enum(DELIVERY_STATES).describe('`pending`: another attempt will be made; `failed`: none will'),
    attempts: z.array(attempt).describe(`the newest ${LIMITS.deliveryAttempts}, oldest first`),
    nextAttemptAt: timestamp.nullable(),
  })
  .meta({ id: 'WebhookDelivery', description: 'What became of an event that was to be sent to a webhook.' });

export type ShownDelivery = z.output<typeof delivery>;

export const deliveryPage = z
  .object({
    deliveries: z
      .array(delivery)
      .describe(`of events of the last ${EVENT_RETENTION_DAYS} days, newest first`),
    next: eventSequence
      .nullable()
      .describe('what to send as `before` for the older ones, also where none were found; null at the end'),
  })
  .meta({ id: 'WebhookDeliveryPage' });

export const deliveryQuery = z.strictObject({
  status: z.enum(DELIVERY_STATES).optional().describe('only those in this state'),
  before: queryInteger(1, MAX_SEQUENCE).optional().describe('only those of events with a lower sequence'),
  limit: queryInteger(1, LIMITS.listedDeliveries)
    .default(LIMITS.listedDeliveries)
    .describe('the most deliveries to send'),
});

/** Names one event, or those behind one. */
export const sendAgainRequest = z
  .strictObject({
    sequence: eventSequence.optional().describe('of the one event to be sent'),
    after: z
      .int()
      .min(0)
      .max(MAX_SEQUENCE)
      .optional()
      .describe(
        'has the events behind this sequence sent that pass the filter of the webhook, in place of one',
      ),
  })
  .meta({ id: 'SendAgainRequest' });

export type SendAgainRequest = z.output<typeof sendAgainRequest>;

export const sentAgain = z
  .object({
    queued: z.int().min(0).max(MAX_COUNTER).describe('how many events will be sent'),
    next: z
      .int()
      .nullable()
      .describe('what to send as `after` for those behind them; null where all are queued'),
  })
  .meta({ id: 'SentAgain' });
