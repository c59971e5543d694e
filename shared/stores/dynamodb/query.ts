import { QueryCommand, type QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import { dynamodb, SWEEP } from './client.ts';

export type Item = Record<string, unknown>;

/** The items of a query, page by page as they are consumed; at most `limit` of them. */
export async function* queryItems(
  input: QueryCommandInput,
  limit = Number.POSITIVE_INFINITY,
): AsyncGenerator<Item> {
  let left = limit;
  let start: Item | undefined;
  do {
    const page = await dynamodb().send(
      new QueryCommand({
        ...input,
        ...(Number.isFinite(left) ? { Limit: left } : {}),
        ExclusiveStartKey: start,
      }),
    );
    for (const item of page.Items ?? []) yield item;
    left -= page.Items?.length ?? 0;
    start = page.LastEvaluatedKey;
  } while (start !== undefined && left > 0);
}

/** Keys of the items of a table whose time to be looked at again has come, earliest first. */
export const dueItems = (table: string, now: number): AsyncGenerator<Item> =>
  queryItems({
    TableName: table,
    IndexName: 'by-sweep',
    KeyConditionExpression: 'sweep = :due AND sweepAt <= :now',
    ExpressionAttributeValues: { ':due': SWEEP, ':now': now },
  });
