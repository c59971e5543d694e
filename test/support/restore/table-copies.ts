import { createTable } from '../../../local/stores/create-resources.ts';
import { TABLES } from '../../../shared/contract/resources.ts';
import { copyName, RESTORED_TABLES } from '../../../shared/contract/restore.ts';
import type { Environment } from '../../../shared/kernel/runtime/environment.ts';
import { createDynamoDb, tableName } from '../../../shared/stores/dynamodb/client.ts';
import { putItem } from '../../../shared/stores/dynamodb/write.ts';
import { tableItems } from '../videos/table-items.ts';

/**
 * Copies the tables as DynamoDB's recovery would, under the names that a restore looks for: neither the embedded store nor DynamoDB
 * Local has that. Nothing may be written meanwhile, nor before the returned moment, a whole second.
 */
export async function copyTables(environment: Environment): Promise<Date> {
  const at = new Date(Math.ceil(Date.now() / 1000) * 1000);
  const client = createDynamoDb();
  for (const table of RESTORED_TABLES) {
    const { indexes: _, stream: __, ...spec } = { indexes: undefined, stream: undefined, ...TABLES[table] };
    const copy = copyName(tableName(environment, table), at);
    await createTable(client, copy, spec);
    for await (const item of tableItems(environment, table)) await putItem(copy, item);
  }
  client.destroy();
  return at;
}
