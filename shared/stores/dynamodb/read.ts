import {
  BatchGetCommand,
  type BatchGetCommandOutput,
  GetCommand,
  QueryCommand,
  ScanCommand,
} from '@aws-sdk/lib-dynamodb';
import { dynamodb } from './client.ts';
import { attributes, Bindings, type Expression } from './expression.ts';

export type Item = Record<string, unknown>;

/** The item of a key, read consistently; null where there is none. */
export async function getItem(TableName: string, Key: Item): Promise<Item | null> {
  const { Item } = await dynamodb().send(new GetCommand({ TableName, Key, ConsistentRead: true }));
  return Item ?? null;
}

/** The most items that DynamoDB returns at once. */
const BATCH_GET = 100;

/** What has a request return some attributes alone: all, where none are named. */
function projection(names?: readonly string[]) {
  if (names === undefined) return {};
  const bindings = new Bindings();
  return { ProjectionExpression: bindings.text(attributes(names)), ...bindings.placeholders };
}

/** The items of some keys, all different, read consistently and in any order, without those that are not there. */
export async function getItems(
  table: string,
  keys: readonly Item[],
  names?: readonly string[],
): Promise<Item[]> {
  const found: Item[] = [];
  for (let start = 0; start < keys.length; start += BATCH_GET) {
    let Keys: Item[] | undefined = keys.slice(start, start + BATCH_GET);
    while (Keys !== undefined && Keys.length > 0) {
      const answer: BatchGetCommandOutput = await dynamodb().send(
        new BatchGetCommand({
          RequestItems: { [table]: { Keys, ConsistentRead: true, ...projection(names) } },
        }),
      );
      found.push(...(answer.Responses?.[table] ?? []));
      Keys = answer.UnprocessedKeys?.[table]?.Keys;
    }
  }
  return found;
}

interface Query {
  table: string;
  key: Expression;
  filter?: Expression;
  /** All where none are named. */
  attributes?: readonly string[];
  newestFirst?: boolean;
  /** An index is read as it was a moment ago, a table consistently. */
  index?: string;
  limit?: number | undefined;
}

/** The items of a query, page by page as they are consumed. */
export async function* queryItems(query: Query): AsyncGenerator<Item> {
  const bindings = new Bindings();
  const input = {
    TableName: query.table,
    KeyConditionExpression: bindings.text(query.key),
    ...(query.filter && { FilterExpression: bindings.text(query.filter) }),
    ...(query.attributes && { ProjectionExpression: bindings.text(attributes(query.attributes)) }),
    ...bindings.placeholders,
    ...(query.index === undefined ? { ConsistentRead: true } : { IndexName: query.index }),
    ScanIndexForward: query.newestFirst !== true,
  };
  let left = query.limit ?? Number.POSITIVE_INFINITY;
  let start: Item | undefined;
  do {
    const page = await dynamodb().send(
      new QueryCommand({
        ...input,
        ...(Number.isFinite(left) && { Limit: left }),
        ExclusiveStartKey: start,
      }),
    );
    for (const item of page.Items ?? []) yield item;
    left -= page.Items?.length ?? 0;
    start = page.LastEvaluatedKey;
  } while (start !== undefined && left > 0);
}

/**
 * The items of a whole table that pass a filter, read consistently, page by page as they are consumed. Every item is read
 * and paid for, so only operators may ask for it.
 */
export async function* scanItems(table: string, filter: Expression): AsyncGenerator<Item> {
  const bindings = new Bindings();
  const input = { TableName: table, FilterExpression: bindings.text(filter), ...bindings.placeholders };
  let start: Item | undefined;
  do {
    const page = await dynamodb().send(
      new ScanCommand({ ...input, ConsistentRead: true, ExclusiveStartKey: start }),
    );
    yield* page.Items ?? [];
    start = page.LastEvaluatedKey;
  } while (start !== undefined);
}

/** The pages of one of the segments of a table, read consistently: for operators, who read all of them at a time. */
export async function* scanSegment(
  table: string,
  { segment: Segment, of: TotalSegments }: { segment: number; of: number },
  names?: readonly string[],
): AsyncGenerator<Item[]> {
  let start: Item | undefined;
  do {
    const page = await dynamodb().send(
      new ScanCommand({
        TableName: table,
        Segment,
        TotalSegments,
        ConsistentRead: true,
        ...projection(names),
        ExclusiveStartKey: start,
      }),
    );
    yield page.Items ?? [];
    start = page.LastEvaluatedKey;
  } while (start !== undefined);
}
