import type { WireItem } from './store-proxy.ts';

interface Call {
  TableName?: string;
  Key?: WireItem;
  Item?: WireItem;
  RequestItems?: Record<string, unknown>;
}

interface Answer {
  Item?: WireItem;
  Items?: WireItem[];
  Responses?: Record<string, WireItem[]>;
}

/**
 * The items that a call to DynamoDB has read, or has written by their keys, by table.
 * @param target value of `X-Amz-Target`: `DynamoDB_20120810.GetItem`
 */
export function reachedItems(
  target = '',
  body: string,
  answer: string,
): [table: string, items: WireItem[]][] {
  const operation = target.split('.')[1] ?? '';
  const { TableName = '', Key, Item } = JSON.parse(body) as Call;
  const { Item: read, Items = [], Responses = {} } = JSON.parse(answer) as Answer;
  if (operation === 'BatchGetItem') return Object.entries(Responses);
  if (operation === 'GetItem') return read === undefined ? [] : [[TableName, [{ ...Key, ...read }]]];
  if (operation === 'Query' || operation === 'Scan') return [[TableName, Items]];
  const written = Key ?? Item;
  return written === undefined ? [] : [[TableName, [written]]];
}
