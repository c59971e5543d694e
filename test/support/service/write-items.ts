import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import type { TableName } from '../../../shared/contract/resources.ts';
import type { Environment } from '../../../shared/kernel/runtime/environment.ts';
import { dynamodb, tableName } from '../../../shared/stores/dynamodb/client.ts';

/** The most that DynamoDB writes at once. */
const BATCH_WRITE = 25;

/** Puts many items into a table, for what only shows when there are many. */
export async function writeItems(
  environment: Environment,
  table: TableName,
  items: readonly object[],
): Promise<void> {
  for (let start = 0; start < items.length; start += BATCH_WRITE) {
    const puts = items.slice(start, start + BATCH_WRITE).map((Item) => ({ PutRequest: { Item } }));
    const RequestItems = { [tableName(environment, table)]: puts };
    const { UnprocessedItems = {} } = await dynamodb().send(new BatchWriteCommand({ RequestItems }));
    if (Object.keys(UnprocessedItems).length > 0) throw new Error('Not everything was written');
  }
}
