import * as z from 'zod';
import type { StreamConsumer } from './function-definition.ts';
import { detectionMessage, originating } from './messages.ts';
import { QUEUES, type QueueName } from './resources.ts';

/** Steps in one item of the outbox; it stays well below DynamoDB's 400 KB. */
export const STEPS_PER_ITEM = 100;

/** Where it follows from. */
const origin = {
  ...originating,
  /** The trace in which it was asked for, as in `X-Amzn-Trace-Id`: a table's stream carries none. */
  trace: z.string().max(256).optional(),
};

/** Asks for messages to be sent to the detection queue. */
const steps = z.object({
  kind: z.literal('steps'),
  messages: z.array(detectionMessage).min(1).max(STEPS_PER_ITEM),
  ...origin,
});

const queueNames = Object.keys(QUEUES) as [QueueName, ...QueueName[]];

/** Asks for a received message to stay hidden until then, and to be delivered again afterwards. */
const visibility = z.object({
  kind: z.literal('visibility'),
  queue: z.enum(queueNames),
  /** Names one delivery of one message. */
  receiptHandle: z.string().min(1).max(2048),
  /** Milliseconds since the epoch. */
  hiddenUntil: z.int().min(0),
  ...origin,
});

/**
 * What a worker in the isolated network asks of SQS, which it cannot reach. The relay does this and nothing else: workers decode
 * hostile files, and one that was taken over could write anything into the outbox.
 */
export const outboxMessage = z.discriminatedUnion('kind', [steps, visibility]);

export type OutboxMessage = z.output<typeof outboxMessage>;
export type VisibilityChange = z.output<typeof visibility>;

/** The function that is fed with the new items of the outbox. */
export const relay = {
  key: 'relay/relay',
  streams: ['outbox'],
  eventNames: ['INSERT'],
  message: outboxMessage,
  stores: ['relayedItems', 'detectionQueue', 'messageVisibility'],
} as const satisfies StreamConsumer & { message: z.ZodType };
