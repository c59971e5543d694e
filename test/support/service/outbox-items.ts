import type { DynamoDBBatchResponse, DynamoDBStreamEvent } from 'aws-lambda';
import type { Environment } from '../../../shared/kernel/runtime/environment.ts';
import { tableItems } from '../videos/table-items.ts';

/** What the stream announces of the items that are in the outbox, the oldest first. */
export async function outboxRecords(environment: Environment) {
  const items: { id: string; body: string }[] = [];
  for await (const { id, body } of tableItems(environment, 'outbox')) {
    items.push({ id: String(id), body: String(body) });
  }
  return items
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    .map(({ id, body }) => ({
      eventName: 'INSERT' as const,
      dynamodb: { SequenceNumber: id, NewImage: { id: { S: id }, body: { S: body } } },
    }));
}

/** Has the relay take what is in the outbox, item by item. Other than from the stream, it gets nothing that is no longer there. */
export async function relayItems(
  environment: Environment,
  invoke: (event: DynamoDBStreamEvent) => Promise<DynamoDBBatchResponse>,
): Promise<void> {
  for (const record of await outboxRecords(environment)) {
    const { batchItemFailures } = await invoke({ Records: [record] });
    if (batchItemFailures.length > 0)
      throw new Error(`The relay has not taken ${record.dynamodb.SequenceNumber}`);
  }
}
