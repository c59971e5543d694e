import { isDeepStrictEqual } from 'node:util';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { PutItemCommand, paginateScan, UpdateTableCommand } from '@aws-sdk/client-dynamodb';
import { SetQueueAttributesCommand } from '@aws-sdk/client-sqs';
import type { Resource } from '../template/resolve.ts';
import { clientsOf, createStores, queueAttributes, streamOf, TABLE_TYPES } from './create-stores.ts';
import type { RehearsalStores } from './start-stores.ts';

/** A change of the templates that CloudFormation refuses, or by which a deployment would lose data. */
export class HarmfulChange extends Error {}

/**
 * Brings stores from what earlier deployments have made of them to what the templates say, as CloudFormation does: what is new is
 * created, attributes of queues and indexes of tables change, and tables and buckets that the templates no longer have are kept.
 * @returns the resources that there are now
 * @throws HarmfulChange
 */
export async function updateStores(
  existing: readonly Resource[],
  wanted: readonly Resource[],
  stores: RehearsalStores,
): Promise<Resource[]> {
  const before = new Map(existing.map((resource) => [resource.ref, resource]));
  const after = new Map(wanted.map((resource) => [resource.ref, resource]));
  const isIndexed = requireHarmless(before, after);
  const kept = existing.filter(({ ref }) => !after.has(ref));
  const all = [...kept, ...wanted];
  if (isIndexed) await reindexed(existing, all, stores);
  const added = wanted.filter(({ ref }) => !before.has(ref));
  const isTable = ({ type }: Resource): boolean => TABLE_TYPES.includes(type);
  await createStores(isIndexed ? added.filter((one) => !isTable(one)) : added, stores);
  const { dynamodb, s3, sqs } = clientsOf(stores);
  for (const table of wanted.filter(isTable)) {
    const had = before.get(table.ref);
    if (had !== undefined) await updateStream(dynamodb, isIndexed ? withoutStream(had) : had, table);
  }
  for (const queue of wanted.filter(({ ref, type }) => type === 'AWS::SQS::Queue' && before.has(ref))) {
    const command = { QueueUrl: queue.ref, Attributes: queueAttributes(queue) };
    await sqs.send(new SetQueueAttributesCommand(command));
  }
  for (const client of [dynamodb, s3, sqs]) client.destroy();
  return all;
}

/** @returns whether an index of a table changes */
function requireHarmless(
  before: ReadonlyMap<string, Resource>,
  after: ReadonlyMap<string, Resource>,
): boolean {
  let isIndexed = false;
  for (const [ref, { type, properties }] of before) {
    const next = after.get(ref);
    if (next === undefined) {
      if (type === 'AWS::SQS::Queue') throw new HarmfulChange(`${ref} would be deleted with its messages`);
      continue;
    }
    if (!TABLE_TYPES.includes(type)) continue;
    if (!isDeepStrictEqual(keysOf(properties), keysOf(next.properties)))
      throw new HarmfulChange(`${ref} would be replaced by an empty table: its keys change`);
    const [stream, nextStream] = [streamOf(properties), streamOf(next.properties)];
    if (stream !== undefined && nextStream !== undefined && !isDeepStrictEqual(stream, nextStream))
      throw new HarmfulChange(`${ref} has a stream already, and cannot get another one`);
    const changes = indexChanges(properties, next.properties);
    if (changes > 1) throw new HarmfulChange(`${ref} has ${changes} changes of its indexes at a time`);
    isIndexed ||= changes > 0;
  }
  return isIndexed;
}

type Properties = Resource['properties'];
interface Key {
  AttributeName: string;
}

/** The keys of a table, with the types of their attributes. */
function keysOf({ KeySchema, AttributeDefinitions }: Properties): unknown[] {
  const types = AttributeDefinitions as (Key & { AttributeType: string })[];
  return (KeySchema as Key[]).map((key) => [
    key,
    types.find(({ AttributeName }) => AttributeName === key.AttributeName)?.AttributeType,
  ]);
}

/** Indexes added and removed; one that changes under its name is both, which DynamoDB refuses. */
function indexChanges(before: Properties, after: Properties): number {
  const indexes = ({ GlobalSecondaryIndexes = [] }: Properties) => GlobalSecondaryIndexes as object[];
  const missing = (from: Properties, to: Properties): number =>
    indexes(from).filter((one) => !indexes(to).some((other) => isDeepStrictEqual(one, other))).length;
  return missing(before, after) + missing(after, before);
}

/**
 * Makes all tables anew, since the embedded store cannot change one, and puts the items into them, as DynamoDB fills a new index. Those
 * that are filled have no stream yet: it would announce their items.
 */
async function reindexed(
  existing: readonly Resource[],
  all: readonly Resource[],
  stores: RehearsalStores,
): Promise<void> {
  const { dynamodb: from } = clientsOf({ ...stores, endpoints: { ...stores.endpoints } });
  const end = await stores.renewTables();
  const isTable = ({ type }: Resource): boolean => TABLE_TYPES.includes(type);
  const isNew = ({ ref }: Resource): boolean => !existing.some((one) => one.ref === ref);
  await createStores(
    all.filter(isTable).map((table) => (isNew(table) ? table : withoutStream(table))),
    stores,
  );
  const { dynamodb: to } = clientsOf(stores);
  for (const { ref } of existing.filter(isTable)) await copyItems(ref, from, to);
  from.destroy();
  to.destroy();
  await end();
}

function withoutStream(table: Resource): Resource {
  const { StreamSpecification: _, ...properties } = table.properties;
  return { ...table, properties };
}

async function updateStream(client: DynamoDBClient, before: Resource, after: Resource): Promise<void> {
  const [had, wanted] = [streamOf(before.properties), streamOf(after.properties)];
  if ((had === undefined) === (wanted === undefined)) return;
  const StreamSpecification = wanted ?? { StreamEnabled: false };
  await client.send(new UpdateTableCommand({ TableName: after.ref, StreamSpecification }));
}

async function copyItems(TableName: string, from: DynamoDBClient, to: DynamoDBClient): Promise<void> {
  for await (const { Items = [] } of paginateScan({ client: from }, { TableName }))
    for (const Item of Items) await to.send(new PutItemCommand({ TableName, Item }));
}
