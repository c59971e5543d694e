import { SendMessageBatchCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { QUEUES } from '../contract/resources.ts';
import { type Environment, requireVariable } from './environment.ts';

/** A message to the detector. Messages may come twice, late or reordered; the job decides what they still mean. */
export type DetectionMessage =
  | { kind: 'segment'; accountId: string; videoId: string; jobId: string; segment: number }
  | { kind: 'name'; accountId: string; videoId: string; jobId: string; segment: number }
  | { kind: 'finish'; accountId: string; videoId: string; jobId: string };

const BATCH = 10;

let client: SQSClient | undefined;

/** The process's SQS client. Requests go to the configured endpoint, not to the queue address's host. */
export function sqs(): SQSClient {
  client ??= new SQSClient({ useQueueUrlAsEndpoint: false, maxAttempts: 5 });
  return client;
}

export interface DetectionQueue {
  send(messages: readonly DetectionMessage[]): Promise<void>;
}

export function openDetectionQueue(environment: Environment): DetectionQueue {
  const url = requireVariable(environment, QUEUES.detection.env);

  const sendBatch = async (messages: readonly DetectionMessage[]): Promise<void> => {
    const { Failed } = await sqs().send(
      new SendMessageBatchCommand({
        QueueUrl: url,
        Entries: messages.map((message, index) => ({
          Id: String(index),
          MessageBody: JSON.stringify(message),
          // Fair queueing: one account's long job does not starve the others.
          MessageGroupId: message.accountId,
        })),
      }),
    );
    if (Failed?.length) throw new Error(`${Failed.length} detection messages were not accepted`);
  };

  return {
    async send(messages) {
      for (let start = 0; start < messages.length; start += BATCH) {
        await sendBatch(messages.slice(start, start + BATCH));
      }
    },
  };
}

export interface IngestQueue {
  /** Asks for a video's upload to be looked at again. */
  send(notification: unknown): Promise<void>;
}

export function openIngestQueue(environment: Environment): IngestQueue {
  const url = requireVariable(environment, QUEUES.ingest.env);
  return {
    async send(notification) {
      await sqs().send(new SendMessageCommand({ QueueUrl: url, MessageBody: JSON.stringify(notification) }));
    },
  };
}
