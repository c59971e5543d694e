import * as z from 'zod';
import type { FunctionDefinition } from './function-definition.ts';
import type { StoreName } from './needs/store-needs.ts';
import type { QueueName } from './resources.ts';

/**
 * The id of an account, video, job or object. SQS would refuse others as part of a message group: a step that nobody can send
 * must not get into the outbox (`outbox.ts`).
 */
const id = z.string().regex(/^[\w-]{1,64}$/);

/** The request from which the work follows, for the log; absent where that is not known, and in messages of earlier releases. */
export const originating = { requestId: id.optional() };

const ofJob = z.object({ accountId: id, videoId: id, jobId: id, ...originating });

/** Asks for detection, or naming, in one segment. */
const unitMessage = ofJob.extend({ kind: z.enum(['segment', 'name']), segment: z.int().min(0) });

/** Asks for what comes when a pass over the segments is complete. */
const finishMessage = ofJob.extend({ kind: z.literal('finish') });

/** The ways in which a surface is tracked from its start frame: in presentation order, and against it. */
export const DIRECTIONS = ['forwards', 'backwards'] as const;

/** Asks for the next unit of tracking a surface in one direction; beyond the last one, for the finish. */
const surfaceMessage = z.object({
  kind: z.literal('surface'),
  accountId: id,
  videoId: id,
  objectId: id,
  ...originating,
  direction: z.enum(DIRECTIONS),
  unit: z.int().min(0),
});

/**
 * A step of a detection job, or of the tracking of a surface. Messages may come twice, late or reordered; the job or the
 * tracking decides what they still mean.
 */
export const detectionMessage = z.discriminatedUnion('kind', [unitMessage, finishMessage, surfaceMessage]);

export type SurfaceMessage = z.output<typeof surfaceMessage>;
export type JobMessage = UnitMessage | FinishMessage;
export type UnitMessage = z.output<typeof unitMessage>;
export type FinishMessage = z.output<typeof finishMessage>;
export type DetectionMessage = z.output<typeof detectionMessage>;

/**
 * Asks for an event to be posted to a webhook. Messages may come twice; what is recorded of the delivery decides what they still
 * mean. Times are milliseconds since the epoch.
 */
export const webhookMessage = z.object({
  accountId: id,
  webhookId: id,
  /** The event's. */
  sequence: z.int().min(1),
  /** Which attempt it asks for, from 1 on. */
  attempt: z.int().min(1),
  /** When the first attempt was asked for: the later ones follow a schedule from there. */
  firstAt: z.int().min(0),
  notBefore: z.int().min(0),
  /** When somebody asked for the event to be sent again, which begins anew; 0 where nobody did. */
  sentAgainAt: z.int().min(0),
});

export type WebhookMessage = z.output<typeof webhookMessage>;

/** The key of an object, which S3 encodes like a form field in its notifications. */
const objectKey = z.codec(z.string(), z.string(), {
  decode: (encoded) => decodeURIComponent(encoded.replaceAll('+', ' ')),
  encode: encodeURIComponent,
});

/** The records of an S3 event, as far as they are read. */
const s3Records = z.object({
  Records: z.array(z.object({ s3: z.object({ object: z.object({ key: objectKey }) }) })),
});

/** An S3 that notifies the queue itself, as others may locally, sends this without records when it is asked to. */
const s3TestEvent = z.object({ Event: z.literal('s3:TestEvent') });

/** S3's event of an object on EventBridge, as far as it is read. There S3 does not encode the key. */
const objectCreated = z
  .object({ detail: z.object({ object: z.object({ key: z.string() }) }) })
  .transform(({ detail }) => ({ keys: [detail.object.key] }));

/** Names the objects that have arrived. S3's own event is among them when nobody could announce it. */
const uploadNotification = z.union([
  s3Records.transform(({ Records }) => ({ keys: Records.map(({ s3 }) => s3.object.key) })),
  s3TestEvent.transform(() => ({ keys: [] })),
  objectCreated,
]);

/** The notification of an object, as S3 would send it to a queue. */
export const uploadNotificationOf = (key: string): z.input<typeof s3Records> =>
  z.encode(s3Records, { Records: [{ s3: { object: { key } } }] });

/**
 * The definition of a function that is fed from a queue. A message must parse also when an earlier release sent it.
 */
export interface QueueConsumer<
  Message extends z.ZodType = z.ZodType,
  Stores extends readonly StoreName[] = readonly StoreName[],
> extends FunctionDefinition<Stores> {
  queue: QueueName;
  /** It takes the messages that were given up, from the queue's dead-letter queue. */
  deadLetters?: boolean;
  message: Message;
}

const consumer = <Message extends z.ZodType, const Stores extends readonly StoreName[]>(
  definition: QueueConsumer<Message, Stores>,
): QueueConsumer<Message, Stores> => definition;

/** The function that a rule calls with S3's event of each upload. */
export const announce = {
  key: 'ingest/announce',
  message: objectCreated,
  stores: ['ingestQueue'],
} as const satisfies FunctionDefinition & { message: z.ZodType };

export const ingest = consumer({
  key: 'ingest/ingest',
  queue: 'ingest',
  message: uploadNotification,
  stores: [
    'videoWriter',
    'versionWriter',
    'documentWriter',
    'storageUsage',
    'mediaFiles',
    'jobClaims',
    'jobQuota',
    'detectionOutbox',
    'deliveries',
  ],
  objects: { uploads: ['GetObject'], thumbnails: ['PutObject'] },
  settings: ['detectorModel', 'addedModels'],
});

export const uploadsGivenUp = consumer({
  key: 'ingest/dead-letters',
  queue: 'ingest',
  deadLetters: true,
  message: uploadNotification,
  stores: ['videoWriter', 'jobClaims'],
  settings: ['detectorModel', 'addedModels'],
});

export const detector = consumer({
  key: 'detector/detector',
  queue: 'detection',
  message: detectionMessage,
  stores: [
    'videoWriter',
    'versionWriter',
    'documentWriter',
    'storageUsage',
    'mediaFiles',
    'jobWriter',
    'jobSlots',
    'surfaceWriter',
    'surfaceSlots',
    'workers',
    'detectionOutbox',
    'deliveries',
  ],
  objects: {
    uploads: ['GetObject'],
    jobs: ['GetObject', 'PutObject', 'DeleteObject'],
    surfaces: ['GetObject', 'PutObject', 'DeleteObject'],
  },
  settings: ['addedModels'],
});

export const stepsGivenUp = consumer({
  key: 'detector/dead-letters',
  queue: 'detection',
  deadLetters: true,
  message: detectionMessage,
  stores: ['jobWriter', 'jobSlots', 'surfaceWriter', 'surfaceSlots'],
});

export const deliver = consumer({
  key: 'webhooks/deliver',
  queue: 'webhooks',
  message: webhookMessage,
  stores: ['webhookOutcomes', 'eventLookup', 'deliveryRecords', 'webhookQueue'],
  settings: ['webhookLoopback'],
});

export const deliveriesGivenUp = consumer({
  key: 'webhooks/dead-letters',
  queue: 'webhooks',
  deadLetters: true,
  message: webhookMessage,
  stores: ['webhookReader', 'eventLookup', 'deliveryRecords', 'webhookQueue'],
});

/** How each of them is fed: one message after the other, each of which it may report as failed. */
export const QUEUE_FEED = { batchSize: 1, reportBatchItemFailures: true } as const;

export const QUEUE_CONSUMERS: readonly QueueConsumer[] = [
  ingest,
  uploadsGivenUp,
  detector,
  stepsGivenUp,
  deliver,
  deliveriesGivenUp,
];

/** What a worker logs of a message that is to be delivered again; an alarm counts these lines. */
export const GIVEN_BACK = { failed: 'message failed', notUnderstood: 'message not understood' } as const;

/** The same for functions fed from a table's new items, and does not deal with one; an alarm counts these lines, too. */
export const LEFT_ITEM = { failed: 'item failed', notUnderstood: 'item not understood' } as const;
