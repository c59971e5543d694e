import {
  GetBucketNotificationConfigurationCommand,
  PutBucketNotificationConfigurationCommand,
} from '@aws-sdk/client-s3';
import { GetQueueAttributesCommand, SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';
import { uploadNotificationOf } from '../../shared/contract/messages.ts';
import { MEDIA_BUCKET } from '../../shared/contract/resources.ts';
import { parseUploadKey } from '../../shared/stores/files/media-keys.ts';
import { createS3 } from '../../shared/stores/files/s3.ts';

const PREFIX = MEDIA_BUCKET.prefixes.uploads;

/**
 * Sends the notification that S3 sends for a new object, with the fields that functions read; nothing for objects
 * that are not uploads. Unlike S3's, the message names a scheduling group, so that accounts are scheduled fairly.
 */
export async function announceUpload(sqs: SQSClient, QueueUrl: string, key: string): Promise<void> {
  if (!key.startsWith(PREFIX)) return;
  await sqs.send(
    new SendMessageCommand({
      QueueUrl,
      MessageBody: JSON.stringify(uploadNotificationOf(key)),
      MessageGroupId: parseUploadKey(key)?.accountId,
    }),
  );
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
