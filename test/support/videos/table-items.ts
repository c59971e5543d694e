import { DynamoDBDocumentClient, paginateScan, type ScanCommandOutput } from '@aws-sdk/lib-dynamodb';
import type { TableName } from '../../../shared/contract/resources.ts';
import type { Environment } from '../../../shared/kernel/runtime/environment.ts';
import { createDynamoDb, tableName } from '../../../shared/stores/dynamodb/client.ts';

type Item = NonNullable<ScanCommandOutput['Items']>[number];

/** All items of a table, however many pages they fill, read consistently. */
export async function* tableItems(environment: Environment, table: TableName): AsyncGenerator<Item> {
  const client = DynamoDBDocumentClient.from(createDynamoDb());
  const scan = { TableName: tableName(environment, table), ConsistentRead: true };
  for await (const { Items = [] } of paginateScan({ client }, scan)) yield* Items;
}
