import { SendMessageCommand } from '@aws-sdk/client-sqs';
import { uploadNotificationOf } from '../../contract/messages.ts';
import { QUEUES } from '../../contract/resources.ts';
import { type Environment, requireVariable } from '../../kernel/runtime/environment.ts';
import { parseUploadKey } from '../files/media-keys.ts';
import { storeFactory } from '../store-factory.ts';
import { sqs } from './sqs.ts';

interface IngestQueue {
  /** Asks for an uploaded object to be looked at. */
  send(key: string): Promise<void>;
}

/** Announces an object in the scheduling group of its account: the queue is fair between these. S3 itself knows no groups. */
export const announcement = (QueueUrl: string, key: string): SendMessageCommand =>
  new SendMessageCommand({
    QueueUrl,
    MessageBody: JSON.stringify(uploadNotificationOf(key)),
    MessageGroupId: parseUploadKey(key)?.accountId,
  });

export const openIngestQueue = storeFactory('ingestQueue', (environment: Environment): IngestQueue => {
  const url = requireVariable(environment, QUEUES.ingest.env);
  return {
    async send(key) {
      await sqs().send(announcement(url, key));
    },
  };
});
