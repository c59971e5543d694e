import { TABLES, type TableName, type TableSpec } from '../../shared/contract/resources.ts';
import { indexWrites, type StoredItem } from './index-writes.ts';

/** Units that some work took of one partition key of a table or index. */
export interface KeyUse {
  readonly table: TableName;
  /** Null: the table itself. */
  readonly index: string | null;
  /** Value of the partition key. */
  readonly key: string;
  readonly readUnits: number;
  readonly writeUnits: number;
}

/** The input of a call of DynamoDB, as far as it is read here. */
export interface TableCall {
  TableName?: string;
  IndexName?: string;
  RequestItems?: Record<string, { Keys?: StoredItem[] }>;
  Key?: StoredItem;
  Item?: StoredItem;
  KeyConditionExpression?: string;
  ExpressionAttributeNames?: Record<string, string>;
  ExpressionAttributeValues?: Record<string, unknown>;
}

/** @throws Error for a table that the contract does not know */
export function tableOf({ TableName, RequestItems }: TableCall): { name: TableName; spec: TableSpec } {
  const deployed = TableName ?? Object.keys(RequestItems ?? {})[0];
  const found = Object.entries<TableSpec>(TABLES).find(([, { env }]) => process.env[env] === deployed);
  if (found === undefined) throw new Error(`No table of the contract is called ${deployed}`);
  return { name: found[0] as TableName, spec: found[1] };
}

/** The values of the partition key that a call is about; empty for a scan. */
function partitionsOf(call: TableCall, { partitionKey, indexes = {} }: TableSpec): unknown[] {
  const { name } =
    (call.IndexName === undefined ? undefined : indexes[call.IndexName]?.partitionKey) ?? partitionKey;
  const { Key, Item, RequestItems = {}, KeyConditionExpression = '' } = call;
  const items = [Key, Item, ...Object.values(RequestItems).flatMap(({ Keys = [] }) => Keys)];
  if (items.some((item) => item !== undefined)) return items.flatMap((item) => (item ? [item[name]] : []));
  for (const [, side = '', value = ''] of KeyConditionExpression.matchAll(/([#\w]+) = (:\w+)/g)) {
    if ((call.ExpressionAttributeNames?.[side] ?? side) === name)
      return [call.ExpressionAttributeValues?.[value]];
  }
  return [];
}

/** What a read took, evenly of the keys that it was about. */
export function readUse(call: TableCall, readUnits: number): KeyUse[] {
  const { name, spec } = tableOf(call);
  const partitions = partitionsOf(call, spec);
  return partitions.map((key) => ({
    table: name,
    index: call.IndexName ?? null,
    key: String(key),
    readUnits: readUnits / partitions.length,
    writeUnits: 0,
  }));
}

/** What a write took, of the table and of its indexes. */
export function writeUse(
  call: TableCall,
  writeUnits: number,
  before: StoredItem | undefined,
  after: StoredItem | undefined,
): KeyUse[] {
  const { name, spec } = tableOf(call);
  const own = partitionsOf(call, spec).map((key) => ({ index: null, key: String(key), units: writeUnits }));
  return [...own, ...indexWrites(spec, before, after)].map(({ index, key, units }) => ({
    table: name,
    index,
    key,
    readUnits: 0,
    writeUnits: units,
  }));
}
