import { DynamoDBClient, paginateScan } from '@aws-sdk/client-dynamodb';
import type { Deployment } from '../deployment/deploy.ts';
import type { WireItem } from '../proxy/store-proxy.ts';
import { TABLE_TYPES } from '../stores/create-stores.ts';
import type { Resource } from '../template/resolve.ts';

export interface StoredItem {
  readonly table: string;
  readonly key: string;
}

/** The key of an item, as a text. */
function keyOf({ properties }: Resource, item: WireItem): string {
  const keys = properties.KeySchema as { AttributeName: string }[];
  return JSON.stringify(keys.map(({ AttributeName }) => item[AttributeName]));
}

const tablesOf = ({ resources }: Deployment): Resource[] => resources.of(...TABLE_TYPES);

/** Every item of the tables whose items do not expire by themselves. */
export async function storedItems(deployment: Deployment): Promise<StoredItem[]> {
  const { endpoints, credentials, region } = deployment.stores;
  const client = new DynamoDBClient({ endpoint: endpoints.dynamodb, credentials, region });
  const found: StoredItem[] = [];
  for (const table of tablesOf(deployment)) {
    if (table.properties.TimeToLiveSpecification !== undefined) continue;
    for await (const { Items = [] } of paginateScan({ client }, { TableName: table.ref }))
      found.push(...Items.map((item) => ({ table: table.ref, key: keyOf(table, item) })));
  }
  client.destroy();
  return found;
}

/** The items that functions and operators have come across. */
export class ReachedItems {
  readonly #reached = new Set<string>();
  #tables = new Map<string, Resource>();

  /** From here on items are those of a deployment; what was reached before is forgotten. */
  begin(tables: readonly Resource[]): void {
    this.#tables = new Map(tables.map((table) => [table.ref, table]));
    this.#reached.clear();
  }

  add(table: string, items: readonly WireItem[]): void {
    const resource = this.#tables.get(table);
    if (resource === undefined) return;
    for (const item of items) this.#reached.add(`${table} ${keyOf(resource, item)}`);
  }

  /** Of these items, those that nothing has come across. */
  missing(items: readonly StoredItem[]): string[] {
    return items.map(({ table, key }) => `${table} ${key}`).filter((item) => !this.#reached.has(item));
  }
}
