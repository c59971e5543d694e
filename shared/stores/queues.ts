import { SendMessageBatchCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { type DetectionMessage, uploadNotificationOf } from '../contract/messages.ts';
import { QUEUES } from '../contract/resources.ts';
import { type Environment, requireVariable } from '../kernel/runtime/environment.ts';
import { opener } from './opener.ts';

const BATCH = 10;

let client: SQSClient | undefined;

/** The process's SQS client. Requests go to the configured endpoint, not to the queue address's host. */
export function sqs(): SQSClient {
  client ??= new SQSClient({ useQueueUrlAsEndpoint: false, maxAttempts: 5 });
  return client;
}

/**
 * The message group, by which a fair queue gives turns: the account. The further steps of a job that has begun have a group
 * of their own, so that they do not wait behind the jobs that the account has started since.
 */
const turnOf = ({ kind, accountId }: DetectionMessage): string =>
  kind === 'segment' ? accountId : `${accountId}+`;

export interface DetectionQueue {
  /** Sends the next steps of jobs to the workers; there is no other way. */
  send(messages: readonly DetectionMessage[]): Promise<void>;
}

export const openDetectionQueue = opener('detectionQueue', (environment: Environment): DetectionQueue => {
  const url = requireVariable(environment, QUEUES.detection.env);

  const sendBatch = async (messages: readonly DetectionMessage[]): Promise<void> => {
    const { Failed } = await sqs().send(
      new SendMessageBatchCommand({
        QueueUrl: url,
        Entries: messages.map((message, index) => ({
          Id: String(index),
          MessageBody: JSON.stringify(message),
          MessageGroupId: turnOf(message),
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
});

export interface IngestQueue {
  /** Asks for an uploaded object to be looked at again, as S3 announced it. */
  send(key: string): Promise<void>;
}

export const openIngestQueue = opener('ingestQueue', (environment: Environment): IngestQueue => {
  const url = requireVariable(environment, QUEUES.ingest.env);
  return {
    async send(key) {
      const notification = uploadNotificationOf(key);
      await sqs().send(new SendMessageCommand({ QueueUrl: url, MessageBody: JSON.stringify(notification) }));
    },
  };
});
