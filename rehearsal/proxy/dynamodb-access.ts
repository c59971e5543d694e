import type { AccessRequest } from '../policies/policy.ts';
import type { Place } from '../template/attributes.ts';
import { type RequiredAccess, type StoreRequest, UnknownRequest } from './required-access.ts';

type Attribute = Readonly<Record<string, unknown>>;
type Item = Readonly<Record<string, Attribute>>;

interface Input {
  TableName?: string;
  IndexName?: string;
  Key?: Item;
  Item?: Item;
  KeyConditionExpression?: string;
  ExpressionAttributeNames?: Record<string, string>;
  ExpressionAttributeValues?: Item;
  RequestItems?: Record<
    string,
    { Keys?: Item[] } | { PutRequest?: { Item: Item }; DeleteRequest?: { Key: Item } }[]
  >;
  TransactItems?: Record<string, Input>[];
}

/** The action that each member of a transaction asks for. */
const TRANSACTION_ACTIONS: Readonly<Record<string, string>> = {
  Get: 'GetItem',
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
  ConditionCheck: 'ConditionCheckItem',
};

const PLAIN = new Set([
  'GetItem',
  'PutItem',
  'UpdateItem',
  'DeleteItem',
  'Query',
  'Scan',
  'DescribeTable',
  'DeleteTable',
]);

/** Name of a table's partition key. */
export type PartitionKeyOf = (table: string) => string;

/**
 * What a request to DynamoDB must be allowed to do, with `dynamodb:LeadingKeys`: the partition keys that it names.
 * Source: "Using IAM policy conditions for fine-grained access control",
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/specifying-conditions.html
 */
export function requiredByDynamoDb(
  { headers, body }: StoreRequest,
  { region, accountId }: Pick<Place, 'region' | 'accountId'>,
  partitionKeyOf: PartitionKeyOf,
): RequiredAccess {
  const operation = String(headers['x-amz-target']).split('.')[1] ?? '';
  const input = JSON.parse(body) as Input;
  const access = (
    action: string,
    table: string,
    keys: readonly (Attribute | undefined)[],
    index?: string,
  ): AccessRequest => {
    const leading = keys.flatMap((key) => (key === undefined ? [] : Object.values(key).map(String)));
    const name = table.startsWith('arn:') ? table : `arn:aws:dynamodb:${region}:${accountId}:table/${table}`;
    return {
      action: `dynamodb:${action}`,
      resource: index === undefined ? name : `${name}/index/${index}`,
      context: leading.length === 0 ? {} : { 'dynamodb:leadingkeys': leading },
    };
  };
  const keysIn = (table: string, items: readonly (Item | undefined)[]) =>
    items.map((item) => item?.[partitionKeyOf(table)]);
  const ofOne = (action: string, one: Input): AccessRequest => {
    const { TableName: table = '', IndexName: index, Key, Item: item } = one;
    const key = index === undefined ? queriedKey(one, partitionKeyOf(table)) : undefined;
    return access(action, table, [...keysIn(table, [Key, item]), key], index);
  };

  if (PLAIN.has(operation)) return [ofOne(operation, input)];
  if (operation === 'TransactWriteItems' || operation === 'TransactGetItems') {
    return (input.TransactItems ?? []).flatMap((member) =>
      Object.entries(member).map(([kind, one]) => ofOne(TRANSACTION_ACTIONS[kind] ?? kind, one)),
    );
  }
  if (operation === 'BatchGetItem' || operation === 'BatchWriteItem') {
    return Object.entries(input.RequestItems ?? {}).map(([table, requests]) => {
      const items = Array.isArray(requests)
        ? requests.map(({ PutRequest, DeleteRequest }) => PutRequest?.Item ?? DeleteRequest?.Key)
        : (requests.Keys ?? []);
      return access(operation, table, keysIn(table, items));
    });
  }
  throw new UnknownRequest(`DynamoDB: ${operation}`);
}

/** The partition key that a query names. */
function queriedKey(input: Input, partitionKey: string): Attribute | undefined {
  const { KeyConditionExpression = '', ExpressionAttributeNames: names = {} } = input;
  for (const [, name = '', value = ''] of KeyConditionExpression.matchAll(/([#\w]+)\s*=\s*(:\w+)/g))
    if ((names[name] ?? name) === partitionKey) return input.ExpressionAttributeValues?.[value];
  return undefined;
}
