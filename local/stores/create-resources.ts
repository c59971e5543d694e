import {
  CreateTableCommand,
  DescribeTableCommand,
  type DynamoDBClient,
  type StreamSpecification,
  UpdateTableCommand,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb';
import { CreateBucketCommand } from '@aws-sdk/client-s3';
import {
  CreateQueueCommand,
  GetQueueAttributesCommand,
  SetQueueAttributesCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import {
  DEAD_LETTERS,
  type KeySpec,
  MEDIA_BUCKET,
  PARKED,
  QUEUES,
  type QueueName,
  type QueueSpec,
  TABLES,
  type TableName,
  type TableSpec,
  WORK_RETENTION_DAYS,
} from '../../shared/contract/resources.ts';
import { createDynamoDb } from '../../shared/stores/dynamodb/client.ts';
import { createS3 } from '../../shared/stores/files/s3.ts';
import { createSqs } from '../../shared/stores/queues/sqs.ts';

/** Addresses of the queues' dead-letter queues, for their consumers. */
export type DeadLetterUrls = Record<QueueName, string>;

interface CreatedResources {
  /** Environment variables of the functions. */
  variables: Record<string, string>;
  deadLetters: DeadLetterUrls;
}

const keySchema = (partitionKey: KeySpec, sortKey?: KeySpec) => [
  { AttributeName: partitionKey.name, KeyType: 'HASH' as const },
  ...(sortKey === undefined ? [] : [{ AttributeName: sortKey.name, KeyType: 'RANGE' as const }]),
];

const isConflict = (error: unknown, name: string): boolean => error instanceof Error && error.name === name;

/** Creates a table unless there is one of this name, which gets its stream where an earlier release has made it without. */
export async function createTable(client: DynamoDBClient, TableName: string, spec: TableSpec): Promise<void> {
  const indexes = Object.entries(spec.indexes ?? {});
  const keys = [spec, ...indexes.map(([, index]) => index)]
    .flatMap(({ partitionKey, sortKey }) => [partitionKey, sortKey])
    .filter((key) => key !== undefined);
  const attributes = new Map(keys.map(({ name, type }) => [name, type]));
  const StreamSpecification = spec.stream && { StreamEnabled: true, StreamViewType: spec.stream };
  try {
    await client.send(
      new CreateTableCommand({
        TableName,
        BillingMode: 'PAY_PER_REQUEST',
        AttributeDefinitions: [...attributes].map(([AttributeName, AttributeType]) => ({
          AttributeName,
          AttributeType,
        })),
        KeySchema: keySchema(spec.partitionKey, spec.sortKey),
        ...(indexes.length === 0
          ? {}
          : {
              GlobalSecondaryIndexes: indexes.map(([IndexName, { partitionKey, sortKey, keysOnly }]) => ({
                IndexName,
                KeySchema: keySchema(partitionKey, sortKey),
                Projection: { ProjectionType: keysOnly ? 'KEYS_ONLY' : 'ALL' },
              })),
            }),
        ...(StreamSpecification && { StreamSpecification }),
      }),
    );
  } catch (error) {
    if (!isConflict(error, 'ResourceInUseException')) throw error;
  }
  await waitUntilTableExists({ client, maxWaitTime: 60, minDelay: 1 }, { TableName });
  if (StreamSpecification) await beginStream(client, TableName, StreamSpecification);
}

async function beginStream(client: DynamoDBClient, TableName: string, wanted: StreamSpecification) {
  const { Table } = await client.send(new DescribeTableCommand({ TableName }));
  if (Table?.StreamSpecification?.StreamEnabled) return;
  await client.send(new UpdateTableCommand({ TableName, StreamSpecification: wanted }));
  await waitUntilTableExists({ client, maxWaitTime: 60, minDelay: 1 }, { TableName });
}

async function createQueue(client: SQSClient, name: string, spec: QueueSpec) {
  const create = async (QueueName: string, Attributes: Record<string, string>) => {
    const { QueueUrl } = await client.send(new CreateQueueCommand({ QueueName, Attributes }));
    if (QueueUrl === undefined) throw new Error(`Queue ${QueueName} has no address`);
    return QueueUrl;
  };
  /** The attribute by which a queue moves its messages to another one. */
  const redriveTo = async (QueueUrl: string, maxReceiveCount: number) => {
    const { Attributes } = await client.send(
      new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['QueueArn'] }),
    );
    return { RedrivePolicy: JSON.stringify({ deadLetterTargetArn: Attributes?.QueueArn, maxReceiveCount }) };
  };
  const retention = keptFor(DEAD_LETTERS.retentionDays);
  const parked = await create(`${name}-parked`, retention);
  const deadLetters = await create(`${name}-dead-letters`, retention);
  // Set apart from the creation, since queues of earlier releases lack it.
  await client.send(
    new SetQueueAttributesCommand({
      QueueUrl: deadLetters,
      Attributes: {
        VisibilityTimeout: String(DEAD_LETTERS.visibilityTimeout),
        ...(await redriveTo(parked, DEAD_LETTERS.maxReceiveCount)),
      },
    }),
  );
  const url = await create(name, {
    VisibilityTimeout: String(spec.visibilityTimeout),
    ...keptFor(WORK_RETENTION_DAYS),
    ...(await redriveTo(deadLetters, spec.maxReceiveCount)),
  });
  return { url, deadLetters, parked };
}

const keptFor = (days: number) => ({ MessageRetentionPeriod: String(days * 24 * 60 * 60) });

/** Name of a queue in the local cloud. */
export const queueName = (prefix: string, queue: QueueName): string => `${prefix}-${queue}`;

/** Name of a table in the local cloud. */
export const tableName = (prefix: string, table: TableName): string => `${prefix}-${table}`;

/** Creates missing tables, bucket and queues, named with a prefix, at the SDK's configured endpoints. */
export async function createResources(prefix: string): Promise<CreatedResources> {
  const Bucket = `${prefix}-media`;
  const dynamodb = createDynamoDb();
  const s3 = createS3();
  const sqs = createSqs();
  const variables: Record<string, string> = { [MEDIA_BUCKET.env]: Bucket };
  const deadLetters: Partial<DeadLetterUrls> = {};

  const createBucket = async () => {
    try {
      await s3.send(new CreateBucketCommand({ Bucket }));
    } catch (error) {
      if (!isConflict(error, 'BucketAlreadyOwnedByYou')) throw error;
    }
  };
  const tables = (Object.keys(TABLES) as TableName[]).map(async (table) => {
    const spec: TableSpec = TABLES[table];
    const name = tableName(prefix, table);
    variables[spec.env] = name;
    await createTable(dynamodb, name, spec);
  });
  const queues = (Object.keys(QUEUES) as QueueName[]).map(async (name) => {
    const created = await createQueue(sqs, queueName(prefix, name), QUEUES[name]);
    variables[QUEUES[name].env] = created.url;
    variables[PARKED[name].env] = created.parked;
    deadLetters[name] = created.deadLetters;
  });
  await Promise.all([createBucket(), ...tables, ...queues]);
  for (const client of [dynamodb, s3, sqs]) client.destroy();
  return { variables, deadLetters: deadLetters as DeadLetterUrls };
}
