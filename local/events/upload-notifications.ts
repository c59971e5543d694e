import {
  GetBucketNotificationConfigurationCommand,
  PutBucketNotificationConfigurationCommand,
} from '@aws-sdk/client-s3';
import { GetQueueAttributesCommand, type SQSClient } from '@aws-sdk/client-sqs';
import { MEDIA_BUCKET } from '../../shared/contract/resources.ts';
import { createS3 } from '../../shared/stores/files/s3.ts';
import { announcement } from '../../shared/stores/queues/ingest-queue.ts';

const PREFIX = MEDIA_BUCKET.prefixes.uploads;

/** Announces a new object as EventBridge and `functions/ingest/announce.ts` do; nothing for objects that are not uploads. */
export async function announceUpload(sqs: SQSClient, queueUrl: string, key: string): Promise<void> {
  if (key.startsWith(PREFIX)) await sqs.send(announcement(queueUrl, key));
}

/**
 * Makes S3 announce uploads to a queue by itself.
 * @returns false if it cannot do so, even if it reports success
 */
export async function requestNotifications(
  sqs: SQSClient,
  { QueueUrl, Bucket }: { QueueUrl: string; Bucket: string },
): Promise<boolean> {
  const s3 = createS3();
  try {
    const { Attributes } = await sqs.send(
      new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['QueueArn'] }),
    );
    const QueueArn = Attributes?.QueueArn;
    await s3.send(
      new PutBucketNotificationConfigurationCommand({
        Bucket,
        NotificationConfiguration: {
          QueueConfigurations: [
            {
              QueueArn,
              Events: ['s3:ObjectCreated:*'],
              Filter: { Key: { FilterRules: [{ Name: 'prefix', Value: PREFIX }] } },
            },
          ],
        },
      }),
    );
    const { QueueConfigurations = [] } = await s3.send(
      new GetBucketNotificationConfigurationCommand({ Bucket }),
    );
    return QueueConfigurations.some((configuration) => configuration.QueueArn === QueueArn);
  } catch {
    return false;
  } finally {
    s3.destroy();
  }
}
