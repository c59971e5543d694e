import { Duration, RemovalPolicy, Validations } from 'aws-cdk-lib';
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  CfnBucket,
  HttpMethods,
  type IBucket,
  type ReplicationRule,
} from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import { MEDIA_BUCKET, RECOVERY_DAYS } from '../../shared/contract/resources.ts';
import { wildcardRule } from './wildcard-rule.ts';

const { prefixes } = MEDIA_BUCKET;
// A day more, since a lifecycle rule and the end of the recovery are not exact to the hour.
const KEPT = Duration.days(RECOVERY_DAYS + 1);
const A_DAY = Duration.days(1);

/** Name of the metrics of all requests, where they are wanted: S3 charges for them. */
export const REQUEST_METRICS = 'all';

/** The bucket of the contract, which tells EventBridge of its objects. */
export function mediaBucket(
  scope: Construct,
  { origins, requestMetrics, replica }: { origins: string[]; requestMetrics: boolean; replica: string },
): Bucket {
  const bucket = new Bucket(scope, 'Media', {
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    encryption: BucketEncryption.S3_MANAGED,
    enforceSSL: true,
    versioned: true,
    ...(requestMetrics && { metrics: [{ id: REQUEST_METRICS }] }),
    ...(replica !== '' && {
      replicationRules: replicationTo(Bucket.fromBucketName(scope, 'Replica', replica)),
    }),
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
      { id: 'delete-markers', expiredObjectDeleteMarker: true },
      { id: 'originals', prefix: prefixes.uploads, noncurrentVersionExpiration: KEPT },
      { id: 'documents', prefix: prefixes.documents, noncurrentVersionExpiration: KEPT },
      { id: 'thumbnails', prefix: prefixes.thumbnails, noncurrentVersionExpiration: KEPT },
      // What is made again is not kept.
      {
        id: 'job-results',
        prefix: prefixes.jobs,
        expiration: Duration.days(14),
        noncurrentVersionExpiration: A_DAY,
      },
      { id: 'surface-results', prefix: prefixes.surfaces, noncurrentVersionExpiration: A_DAY },
      {
        id: 'exports',
        prefix: prefixes.exports,
        expiration: Duration.days(7),
        noncurrentVersionExpiration: A_DAY,
      },
    ],
  });
  tellEventBridge(bucket);
  if (replica !== '') acknowledgeReplication(bucket, replica);
  Validations.of(bucket).acknowledge({
    id: 'AwsSolutions-S1',
    reason:
      'What the API is asked for is in its log. Reads and uploads by presigned URL are not; CloudTrail data events, charged by the request, are for the operator to turn on.',
  });
  return bucket;
}

/** Of what is not made again. Deletions are repeated there, so that one by a person is final in both: the replica's own rules end the versions. */
const replicationTo = (destination: IBucket): ReplicationRule[] =>
  [prefixes.uploads, prefixes.documents, prefixes.thumbnails].map((prefix, priority) => ({
    id: `replica-${prefix.replace('/', '')}`,
    destination,
    priority,
    filter: { prefix },
    deleteMarkerReplication: true,
  }));

/** The role that CDK writes may copy every object, and nothing else. */
function acknowledgeReplication(bucket: Bucket, replica: string): void {
  const reason = 'S3 copies whatever object there is, of one bucket to one other.';
  Validations.of(bucket).acknowledge(
    { id: wildcardRule(bucket, bucket.bucketArn, '/*'), reason },
    { id: `AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:s3:::${replica}/*]`, reason },
  );
}

/**
 * Set on the bucket resource itself. CDK's `eventBridgeEnabled` would bring a custom resource with a function and a wildcard
 * policy of its own.
 */
function tellEventBridge(bucket: Bucket): void {
  const resource = bucket.node.defaultChild;
  if (!(resource instanceof CfnBucket)) throw new Error('The media bucket has no bucket resource');
  resource.notificationConfiguration = { eventBridgeConfiguration: { eventBridgeEnabled: true } };
}
