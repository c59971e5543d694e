import { Aws, Duration, RemovalPolicy, Validations } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { BlockPublicAccess, Bucket, BucketEncryption, CfnBucket, HttpMethods } from 'aws-cdk-lib/aws-s3';
import { CfnQueuePolicy, type Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { MEDIA_BUCKET, RECOVERY_DAYS } from '../../shared/contract/resources.ts';

const { prefixes } = MEDIA_BUCKET;

/** The bucket of the contract; objects that appear below the upload prefix are announced to `uploadEvents`. */
export function mediaBucket(
  scope: Construct,
  { origins, uploadEvents }: { origins: string[]; uploadEvents: Queue },
): Bucket {
  const bucket = new Bucket(scope, 'Media', {
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    encryption: BucketEncryption.S3_MANAGED,
    enforceSSL: true,
    versioned: false,
    removalPolicy: RemovalPolicy.RETAIN,
    cors: [
      {
        allowedOrigins: origins,
        allowedMethods: [HttpMethods.GET, HttpMethods.HEAD, HttpMethods.PUT],
        allowedHeaders: ['*'],
        // A browser that uploads parts must read each part's ETag to complete the upload.
        exposedHeaders: ['ETag', 'Accept-Ranges', 'Content-Range'],
        maxAge: 3600,
      },
    ],
    lifecycleRules: [
      { id: 'abandoned-uploads', abortIncompleteMultipartUploadAfter: Duration.days(7) },
      { id: 'job-results', prefix: prefixes.jobs, expiration: Duration.days(14) },
      { id: 'exports', prefix: prefixes.exports, expiration: Duration.days(7) },
      // A day more, since a lifecycle rule and the end of the recovery are not exact to the hour.
      { id: 'removed', prefix: prefixes.removed, expiration: Duration.days(RECOVERY_DAYS + 1) },
    ],
  });
  announceUploads(bucket, uploadEvents);
  Validations.of(bucket).acknowledge({
    id: 'AwsSolutions-S1',
    reason:
      'What the API is asked for is in its log. Reads and uploads by presigned URL are not; CloudTrail data events, charged by the request, are for the operator to turn on.',
  });
  return bucket;
}

/**
 * Sets the notification on the bucket resource itself. CDK's `addEventNotification` would bring a custom
 * resource with a function and a wildcard policy of its own.
 */
function announceUploads(bucket: Bucket, queue: Queue): void {
  const resource = bucket.node.defaultChild;
  if (!(resource instanceof CfnBucket)) throw new Error('The media bucket has no bucket resource');
  resource.notificationConfiguration = {
    queueConfigurations: [
      {
        event: 's3:ObjectCreated:*',
        queue: queue.queueArn,
        filter: { s3Key: { rules: [{ name: 'prefix', value: prefixes.uploads }] } },
      },
    ],
  };
  // S3 tests that it may send when the notification is set, so the policy must be there before the bucket and
  // cannot name it: the account does.
  queue.addToResourcePolicy(
    new PolicyStatement({
      principals: [new ServicePrincipal('s3.amazonaws.com')],
      actions: ['sqs:SendMessage'],
      resources: [queue.queueArn],
      conditions: { StringEquals: { 'aws:SourceAccount': Aws.ACCOUNT_ID } },
    }),
  );
  for (const policy of queue.node.findAll()) {
    if (policy instanceof CfnQueuePolicy) resource.node.addDependency(policy);
  }
}
