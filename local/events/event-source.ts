import { setTimeout as delay } from 'node:timers/promises';
import {
  DeleteMessageBatchCommand,
  GetQueueAttributesCommand,
  type Message,
  ReceiveMessageCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';

/** The result of a function: nothing, or with ReportBatchItemFailures the messages it could not process. */
// biome-ignore lint/suspicious/noConfusingVoidType: functions that return nothing are declared Promise<void>
export type BatchOutcome = SQSBatchResponse | void;

interface EventSourceOptions {
  readonly sqs: SQSClient;
  readonly queueUrl: string;
  /** Maximum number of messages in an event, 1–10. */
  readonly batchSize: number;
  /** Maximum number of events handled at a time. */
  readonly maxConcurrency: number;
  readonly invoke: (event: SQSEvent) => Promise<BatchOutcome>;
  /** Called for every failed invocation and every failed call to the queue; neither stops the polling. */
  readonly onError: (error: unknown) => void;
  /** Waits between attempts to reach the queue; ends early when the signal aborts. */
  readonly pause?: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

export interface EventSource {
  /** Stops receiving; resolves when the current events are handled and their messages deleted. */
  stop(): Promise<void>;
}

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;
const LONG_POLL_SECONDS = 20;

const systemPause = (milliseconds: number, signal: AbortSignal) =>
  delay(milliseconds, undefined, { signal }).catch(() => undefined);

function toRecord(message: Message, queueArn: string): SQSRecord {
  const { Attributes: system = {}, MessageAttributes: attributes = {} } = message;
  return {
    messageId: message.MessageId ?? '',
    receiptHandle: message.ReceiptHandle ?? '',
    body: message.Body ?? '',
    attributes: {
      ...system,
      ApproximateReceiveCount: system.ApproximateReceiveCount ?? '',
      SentTimestamp: system.SentTimestamp ?? '',
      SenderId: system.SenderId ?? '',
      ApproximateFirstReceiveTimestamp: system.ApproximateFirstReceiveTimestamp ?? '',
    },
    messageAttributes: Object.fromEntries(
      Object.entries(attributes).map(([name, { DataType, StringValue, BinaryValue }]) => [
        name,
        {
          dataType: DataType ?? 'String',
          ...(StringValue !== undefined && { stringValue: StringValue }),
          ...(BinaryValue && { binaryValue: Buffer.from(BinaryValue).toString('base64') }),
        },
      ]),
    ),
    md5OfBody: message.MD5OfBody ?? '',
    ...(message.MD5OfMessageAttributes && { md5OfMessageAttributes: message.MD5OfMessageAttributes }),
    eventSource: 'aws:sqs',
    eventSourceARN: queueArn,
    awsRegion: queueArn.split(':')[3] ?? '',
  };
}

/**
 * The records a function has processed. As in Lambda, a result that names a message outside the event counts as a
 * failure of all.
 */
function succeeded(records: readonly SQSRecord[], outcome: BatchOutcome): readonly SQSRecord[] {
  const failed = (outcome?.batchItemFailures ?? []).map(({ itemIdentifier }) => itemIdentifier);
  const known = records.map(({ messageId }) => messageId);
  if (!failed.every((id) => known.includes(id))) return [];
  return records.filter(({ messageId }) => !failed.includes(messageId));
}

/**
 * Lambda's SQS event source mapping: polls the queue and invokes a function with the messages received. The
 * messages of an event are deleted when the function returns, except those it reports in `batchItemFailures`;
 * these, and all messages of an invocation that throws, come back after the visibility timeout. A message is only
 * received when it can be handled at once, so that none waits with its timeout running.
 */
export function pollQueue(options: EventSourceOptions): EventSource {
  const { sqs, queueUrl, batchSize, maxConcurrency, invoke, onError, pause = systemPause } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  const handling = new Set<Promise<void>>();

  /** Retries until it succeeds; undefined if stopped first. */
  async function persistently<T>(attempt: () => Promise<T>): Promise<T | undefined> {
    for (let wait = FIRST_PAUSE_MS; !signal.aborted; wait = Math.min(wait * 2, LONGEST_PAUSE_MS)) {
      try {
        return await attempt();
      } catch (error) {
        if (signal.aborted) return undefined;
        onError(error);
        await pause(wait, signal);
      }
    }
    return undefined;
  }

  async function fetchQueueArn(): Promise<string> {
    const command = new GetQueueAttributesCommand({ QueueUrl: queueUrl, AttributeNames: ['QueueArn'] });
    const { Attributes } = await sqs.send(command, { abortSignal: signal });
    return Attributes?.QueueArn ?? '';
  }

  async function receive(): Promise<Message[]> {
    const command = new ReceiveMessageCommand({
      QueueUrl: queueUrl,
      MaxNumberOfMessages: batchSize,
      WaitTimeSeconds: LONG_POLL_SECONDS,
      MessageSystemAttributeNames: ['All'],
      MessageAttributeNames: ['All'],
    });
    const { Messages = [] } = await sqs.send(command, { abortSignal: signal });
    return Messages;
  }

  async function remove(records: readonly SQSRecord[]): Promise<void> {
    if (records.length === 0) return;
    const Entries = records.map(({ receiptHandle }, index) => ({
      Id: String(index),
      ReceiptHandle: receiptHandle,
    }));
    const { Failed = [] } = await sqs.send(new DeleteMessageBatchCommand({ QueueUrl: queueUrl, Entries }));
    for (const { Code, Message } of Failed) onError(new Error(`Message not deleted: ${Code}: ${Message}`));
  }

  async function handle(records: SQSRecord[]): Promise<void> {
    try {
      await remove(succeeded(records, await invoke({ Records: records })));
    } catch (error) {
      onError(error);
    }
  }

  async function poll(): Promise<void> {
    const queueArn = await persistently(fetchQueueArn);
    while (queueArn !== undefined && !signal.aborted) {
      if (handling.size >= maxConcurrency) {
        await Promise.race(handling);
        continue;
      }
      const messages = (await persistently(receive)) ?? [];
      if (messages.length === 0) continue;
      const handled = handle(messages.map((message) => toRecord(message, queueArn)));
      handling.add(handled);
      void handled.finally(() => handling.delete(handled));
    }
    await Promise.all(handling);
  }

  const polling = poll();
  return {
    async stop() {
      stopping.abort();
      await polling;
    },
  };
}
