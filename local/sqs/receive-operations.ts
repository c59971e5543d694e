import * as z from 'zod';
import { batchInput, runBatch } from './batch.ts';
import { transaction } from './database.ts';
import { optionalInteger } from './input.ts';
import { longPoll } from './long-poll.ts';
import { md5, md5OfMessageAttributes, selectMessageAttributes } from './message-attributes.ts';
import type { ReceivedMessage } from './message-store.ts';
import { type Operation, operation } from './operation.ts';
import { MAX_VISIBILITY_SECONDS } from './queue-attributes.ts';
import { parseReceiptHandle } from './receipt-handle.ts';
import type { SqsService } from './service.ts';

const names = z.array(z.string()).default([]);
const receiveInput = z.object({
  QueueUrl: z.string(),
  MaxNumberOfMessages: optionalInteger(1, 10),
  VisibilityTimeout: optionalInteger(0, MAX_VISIBILITY_SECONDS),
  WaitTimeSeconds: optionalInteger(0, 20),
  MessageAttributeNames: names,
  MessageSystemAttributeNames: names,
  /** The older name of `MessageSystemAttributeNames`. */
  AttributeNames: names,
});
type ReceiveInput = z.infer<typeof receiveInput>;

const receipt = z.object({ ReceiptHandle: z.string() });
const visibilityChange = z.object({
  ReceiptHandle: z.string(),
  VisibilityTimeout: optionalInteger(0, MAX_VISIBILITY_SECONDS).nonoptional(),
});
const queueUrl = { QueueUrl: z.string() };

function present(message: ReceivedMessage, input: ReceiveInput, accountId: string) {
  const wanted = [...input.MessageSystemAttributeNames, ...input.AttributeNames];
  const system: Record<string, string | undefined> = {
    ApproximateFirstReceiveTimestamp: String(message.firstReceivedAt),
    ApproximateReceiveCount: String(message.receiveCount),
    AWSTraceHeader: message.traceHeader,
    DeadLetterQueueSourceArn: message.sourceArn,
    MessageGroupId: message.groupId,
    SenderId: accountId,
    SentTimestamp: String(message.sentAt),
  };
  const selected = Object.entries(system).filter(
    ([name, value]) => value !== undefined && (wanted.includes('All') || wanted.includes(name)),
  );
  const attributes = selectMessageAttributes(message.attributes, input.MessageAttributeNames);
  return {
    MessageId: message.id,
    ReceiptHandle: message.receiptHandle,
    Body: message.body,
    MD5OfBody: md5(message.body),
    ...(selected.length > 0 && { Attributes: Object.fromEntries(selected) }),
    ...(Object.keys(attributes).length > 0 && {
      MessageAttributes: attributes,
      MD5OfMessageAttributes: md5OfMessageAttributes(attributes),
    }),
  };
}

function deleteMessage({ messages }: SqsService, queue: string, { ReceiptHandle }: z.infer<typeof receipt>) {
  messages.delete(parseReceiptHandle(ReceiptHandle, queue));
  return {};
}

function changeVisibility({ messages }: SqsService, queue: string, change: z.infer<typeof visibilityChange>) {
  messages.changeVisibility(parseReceiptHandle(change.ReceiptHandle, queue), change.VisibilityTimeout);
  return {};
}

export const RECEIVE_OPERATIONS: Readonly<Record<string, Operation>> = {
  ReceiveMessage: operation(receiveInput, async (service, input, signal) => {
    const poll = {
      queueUrl: input.QueueUrl,
      max: input.MaxNumberOfMessages ?? 1,
      visibilitySeconds: input.VisibilityTimeout,
      waitSeconds: input.WaitTimeSeconds,
    };
    const received = await longPoll(service, poll, signal);
    if (received.length === 0) return {};
    return { Messages: received.map((message) => present(message, input, service.accountId)) };
  }),

  DeleteMessage: operation(z.object({ ...queueUrl, ...receipt.shape }), (service, input) =>
    deleteMessage(service, service.queueAt(input.QueueUrl).name, input),
  ),

  DeleteMessageBatch: operation(batchInput, (service, { QueueUrl, Entries }) => {
    const { name } = service.queueAt(QueueUrl);
    return transaction(service.db, () =>
      runBatch(Entries, receipt, (entry) => deleteMessage(service, name, entry)),
    );
  }),

  ChangeMessageVisibility: operation(z.object({ ...queueUrl, ...visibilityChange.shape }), (service, input) =>
    changeVisibility(service, service.queueAt(input.QueueUrl).name, input),
  ),

  ChangeMessageVisibilityBatch: operation(batchInput, (service, { QueueUrl, Entries }) => {
    const { name } = service.queueAt(QueueUrl);
    return transaction(service.db, () =>
      runBatch(Entries, visibilityChange, (entry) => changeVisibility(service, name, entry)),
    );
  }),
};
