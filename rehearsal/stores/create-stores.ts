import {
  CreateTableCommand,
  DynamoDBClient,
  type StreamSpecification,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb';
import { CreateBucketCommand, PutBucketVersioningCommand, S3Client } from '@aws-sdk/client-s3';
import { CreateQueueCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { Credentials } from '../../local/protocol/sigv4.ts';
import type { Resource } from '../template/resolve.ts';

/** Addresses of the stores themselves, and what signs requests to them. */
export interface StoreAccess {
  readonly endpoints: Readonly<Record<'dynamodb' | 's3' | 'sqs', string>>;
  readonly credentials: Credentials;
  readonly region: string;
}

export const TABLE_TYPES = ['AWS::DynamoDB::GlobalTable', 'AWS::DynamoDB::Table'];

export const clientsOf = ({ endpoints, credentials, region }: StoreAccess) => ({
  dynamodb: new DynamoDBClient({ endpoint: endpoints.dynamodb, credentials, region }),
  s3: new S3Client({ endpoint: endpoints.s3, credentials, region, forcePathStyle: true }),
  sqs: new SQSClient({ endpoint: endpoints.sqs, credentials, region, useQueueUrlAsEndpoint: false }),
});

/** Creates tables, buckets and queues, as CloudFormation does; other resources are passed over. */
export async function createStores(created: readonly Resource[], access: StoreAccess): Promise<void> {
  const { dynamodb, s3, sqs } = clientsOf(access);
  const of = (...types: string[]): Resource[] => created.filter(({ type }) => types.includes(type));
  try {
    for (const table of of(...TABLE_TYPES)) await createTable(dynamodb, table);
    for (const bucket of of('AWS::S3::Bucket')) await createBucket(s3, bucket);
    const queues = of('AWS::SQS::Queue');
    // A queue names its dead-letter queue, which must be there by then.
    const first = queues.filter(({ properties }) => properties.RedrivePolicy === undefined);
    for (const queue of [...first, ...queues.filter((queue) => !first.includes(queue))])
      await createQueue(sqs, queue);
  } finally {
    for (const client of [dynamodb, s3, sqs]) client.destroy();
  }
}

async function createBucket(s3: S3Client, { ref: Bucket, properties }: Resource): Promise<void> {
  await s3.send(new CreateBucketCommand({ Bucket }));
  if (properties.VersioningConfiguration === undefined) return;
  await s3.send(new PutBucketVersioningCommand({ Bucket, VersioningConfiguration: { Status: 'Enabled' } }));
}

/** The stream that the template gives a table, in the form that DynamoDB takes; undefined where it has none. */
export function streamOf({
  StreamSpecification: given,
}: Resource['properties']): StreamSpecification | undefined {
  return given === undefined ? undefined : { ...(given as StreamSpecification), StreamEnabled: true };
}

async function createTable(client: DynamoDBClient, { ref, properties }: Resource): Promise<void> {
  type Input = ConstructorParameters<typeof CreateTableCommand>[0];
  const { KeySchema, AttributeDefinitions, GlobalSecondaryIndexes } = properties as unknown as Input;
  const StreamSpecification = streamOf(properties);
  await client.send(
    new CreateTableCommand({
      TableName: ref,
      BillingMode: 'PAY_PER_REQUEST',
      KeySchema,
      AttributeDefinitions,
      ...(GlobalSecondaryIndexes && { GlobalSecondaryIndexes }),
      ...(StreamSpecification && { StreamSpecification }),
    }),
  );
  await waitUntilTableExists({ client, maxWaitTime: 60, minDelay: 1 }, { TableName: ref });
}

const QUEUE_ATTRIBUTES = [
  'DelaySeconds',
  'MessageRetentionPeriod',
  'ReceiveMessageWaitTimeSeconds',
  'VisibilityTimeout',
];

async function createQueue(client: SQSClient, queue: Resource): Promise<void> {
  const QueueName = queue.ref.split('/').at(-1);
  await client.send(new CreateQueueCommand({ QueueName, Attributes: queueAttributes(queue) }));
}

/** What the template says of a queue, in the form that SQS takes. */
export function queueAttributes({ properties }: Resource): Record<string, string> {
  const given = QUEUE_ATTRIBUTES.filter((name) => properties[name] !== undefined);
  const { RedrivePolicy } = properties;
  return {
    ...Object.fromEntries(given.map((name) => [name, String(properties[name])])),
    ...(RedrivePolicy !== undefined && { RedrivePolicy: JSON.stringify(RedrivePolicy) }),
  };
}
