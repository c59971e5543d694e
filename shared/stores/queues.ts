import { SendMessageBatchCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { QUEUES } from '../contract/resources.ts';
import { type Environment, requireVariable } from '../kernel/runtime/environment.ts';

interface OfJob {
  accountId: string;
  videoId: string;
  jobId: string;
}

/** Asks for detection, or naming, in one segment. */
export type UnitMessage = OfJob & { kind: 'segment' | 'name'; segment: number };

/** Asks for what comes when a pass over the segments is complete. */
export type FinishMessage = OfJob & { kind: 'finish' };

/** A message to the detector. Messages may come twice, late or reordered; the job decides what they still mean. */
export type DetectionMessage = UnitMessage | FinishMessage;

const BATCH = 10;

let client: SQSClient | undefined;

/** The process's SQS client. Requests go to the configured endpoint, not to the queue address's host. */
export function sqs(): SQSClient {
  client ??= new SQSClient({ useQueueUrlAsEndpoint: false, maxAttempts: 5 });
  return client;
}

/**
 * Who takes turns in a fair queue: accounts. What a begun job goes on with has a turn of its own, so that it does not
 * wait behind all that its account has asked for since.
 */
const turnOf = ({ kind, accountId }: DetectionMessage): string =>
  kind === 'segment' ? accountId : `${accountId}+`;

export interface DetectionQueue {
  /** The only way by which a job's next steps reach workers. */
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
