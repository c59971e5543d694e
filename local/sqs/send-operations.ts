import * as z from 'zod';
import { batchInput, runBatch } from './batch.ts';
import { transaction } from './database.ts';
import { batchTooLong, invalidMessageContents, invalidParameterValue, missingParameter } from './errors.ts';
import { optionalInteger } from './input.ts';
import {
  md5,
  md5OfMessageAttributes,
  messageAttributesSchema,
  messageAttributesSize,
} from './message-attributes.ts';
import { type Operation, operation } from './operation.ts';
import { MAX_MESSAGE_BYTES } from './queue-attributes.ts';
import type { Queue } from './queue-store.ts';
import type { SqsService } from './service.ts';

const message = {
  MessageBody: z.string(),
  DelaySeconds: optionalInteger(0, 900),
  MessageAttributes: messageAttributesSchema.default({}),
  MessageSystemAttributes: z
    .strictObject({
      AWSTraceHeader: z.object({ DataType: z.literal('String'), StringValue: z.string().min(1) }),
    })
    .partial()
    .default({}),
  /** On a standard queue: the tenant of the message (fair queues). */
  MessageGroupId: z
    .string()
    .regex(/^[\x21-\x7e]{1,128}$/, 'Must be 1 to 128 alphanumeric or punctuation characters.')
    .optional(),
  MessageDeduplicationId: z
    .string()
    .optional()
    .refine(
      (id) => id === undefined,
      'The request includes a parameter that is not valid for this queue type',
    ),
};
const entry = z.object(message);
type Message = z.infer<typeof entry>;

/** The characters of XML 1.0, without lone surrogates. */
const ALLOWED_TEXT = /^[\t\n\r\u{20}-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]*$/u;

const sizeOf = ({ MessageBody, MessageAttributes }: Message) =>
  Buffer.byteLength(MessageBody) + messageAttributesSize(MessageAttributes);

function send({ messages }: SqsService, queue: Queue, input: Message) {
  const { MessageBody, MessageAttributes, MessageSystemAttributes } = input;
  if (MessageBody === '') throw missingParameter('MessageBody');
  if (!ALLOWED_TEXT.test(MessageBody)) throw invalidMessageContents();
  const { DelaySeconds, MaximumMessageSize } = queue.attributes;
  if (sizeOf(input) > MaximumMessageSize) {
    const reason = `Message must be shorter than ${MaximumMessageSize} bytes.`;
    throw invalidParameterValue('MessageBody', `(${sizeOf(input)} bytes)`, reason);
  }
  const id = messages.send(
    queue,
    {
      body: MessageBody,
      attributes: MessageAttributes,
      groupId: input.MessageGroupId,
      traceHeader: MessageSystemAttributes.AWSTraceHeader?.StringValue,
    },
    input.DelaySeconds ?? DelaySeconds,
  );
  return {
    MessageId: id,
    MD5OfMessageBody: md5(MessageBody),
    MD5OfMessageAttributes: md5OfMessageAttributes(MessageAttributes),
    MD5OfMessageSystemAttributes: md5OfMessageAttributes(MessageSystemAttributes),
  };
}

/** The batch as a whole has the limit of one message, whatever is wrong with single entries. */
function checkBatchSize(entries: readonly unknown[]): void {
  const sizes = entries.map((candidate) => {
    const parsed = entry.safeParse(candidate);
    return parsed.success ? sizeOf(parsed.data) : 0;
  });
  const total = sizes.reduce((sum, size) => sum + size, 0);
  if (total > MAX_MESSAGE_BYTES) throw batchTooLong(MAX_MESSAGE_BYTES, total);
}

export const SEND_OPERATIONS: Readonly<Record<string, Operation>> = {
  SendMessage: operation(z.object({ QueueUrl: z.string(), ...message }), (service, input) =>
    send(service, service.queueAt(input.QueueUrl), input),
  ),

  SendMessageBatch: operation(batchInput, (service, { QueueUrl, Entries }) => {
    const queue = service.queueAt(QueueUrl);
    checkBatchSize(Entries);
    return transaction(service.db, () => runBatch(Entries, entry, (input) => send(service, queue, input)));
  }),
};
