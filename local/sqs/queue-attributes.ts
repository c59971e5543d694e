import * as z from 'zod';
import { invalidAttributeName, invalidAttributeValue } from './errors.ts';

/** The queue for messages that were received `maxReceiveCount` times without being deleted. */
interface RedrivePolicy {
  readonly deadLetterTargetArn: string;
  readonly maxReceiveCount: number;
}

/** The settable attributes of a queue. Times in seconds, `MaximumMessageSize` in bytes. */
export interface QueueAttributes {
  readonly DelaySeconds: number;
  readonly MaximumMessageSize: number;
  readonly MessageRetentionPeriod: number;
  readonly ReceiveMessageWaitTimeSeconds: number;
  readonly VisibilityTimeout: number;
  readonly RedrivePolicy?: RedrivePolicy | undefined;
}

/** Maximum bytes of a message, or of all messages of a batch together (1 MiB, attributes included). */
export const MAX_MESSAGE_BYTES = 1_048_576;
export const MAX_VISIBILITY_SECONDS = 43_200;

export const DEFAULT_QUEUE_ATTRIBUTES: QueueAttributes = {
  DelaySeconds: 0,
  MaximumMessageSize: MAX_MESSAGE_BYTES,
  MessageRetentionPeriod: 345_600,
  ReceiveMessageWaitTimeSeconds: 0,
  VisibilityTimeout: 30,
};

const integer = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number)
    .pipe(z.int().min(min).max(max));

const parsedJson = z.string().transform((text, context): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    context.addIssue({ code: 'custom', message: 'not JSON' });
    return z.NEVER;
  }
});

const redrivePolicy = z.object({
  deadLetterTargetArn: z.string().startsWith('arn:'),
  maxReceiveCount: z.coerce.number().int().min(1).max(1000),
});

const ATTRIBUTE_SCHEMAS: { [Name in keyof Required<QueueAttributes>]: z.ZodType<QueueAttributes[Name]> } = {
  DelaySeconds: integer(0, 900),
  MaximumMessageSize: integer(1024, MAX_MESSAGE_BYTES),
  MessageRetentionPeriod: integer(60, 1_209_600),
  ReceiveMessageWaitTimeSeconds: integer(0, 20),
  VisibilityTimeout: integer(0, MAX_VISIBILITY_SECONDS),
  RedrivePolicy: z.union([z.literal('').transform(() => undefined), parsedJson.pipe(redrivePolicy)]),
};

const isSettable = (name: string): name is keyof QueueAttributes => Object.hasOwn(ATTRIBUTE_SCHEMAS, name);

/**
 * Converts attributes from the strings that clients send; an empty `RedrivePolicy` removes the policy.
 * @throws {SqsError} InvalidAttributeName, InvalidAttributeValue
 */
export function parseQueueAttributes(input: Readonly<Record<string, string>>): Partial<QueueAttributes> {
  return Object.fromEntries(
    Object.entries(input).map(([name, text]) => {
      if (!isSettable(name)) throw invalidAttributeName(name);
      const parsed = ATTRIBUTE_SCHEMAS[name].safeParse(text);
      if (!parsed.success) throw invalidAttributeValue(name);
      return [name, parsed.data];
    }),
  );
}

/** Converts attributes to the strings that clients get. */
export function formatQueueAttributes(attributes: Partial<QueueAttributes>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(attributes)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, typeof value === 'number' ? String(value) : JSON.stringify(value)]),
  );
}
