import { type AttributeValue, GetItemCommand, paginateScan } from '@aws-sdk/client-dynamodb';
import type { DynamoDBBatchResponse, DynamoDBStreamEvent } from 'aws-lambda';
import { createDynamoDb } from '../../shared/stores/dynamodb/client.ts';

/** What the stream of the outbox does on AWS: announces its items to the relay. */
export interface OutboxFeed {
  /** Resolves when everything put there before the call has been announced, or its announcement has failed. */
  look(): Promise<void>;
  close(): Promise<void>;
}

interface FeedOptions {
  invoke: (event: DynamoDBStreamEvent) => Promise<DynamoDBBatchResponse>;
  onError: (error: unknown) => void;
  /** Looks by itself as often as this; by default only when it is asked to. */
  intervalMs?: number | undefined;
}

const RETRY_MS = 1_000;

const announcementOf = (NewImage: Record<string, AttributeValue>): DynamoDBStreamEvent => ({
  Records: [
    {
      eventName: 'INSERT',
      eventSource: 'aws:dynamodb',
      dynamodb: {
        SequenceNumber: NewImage.id?.S ?? '',
        Keys: { id: NewImage.id },
        NewImage,
      } as NonNullable<DynamoDBStreamEvent['Records'][number]['dynamodb']>,
    },
  ],
});

/**
 * Announces the items of an outbox one by one, in the order of their writing, until the relay has taken them: each once, and
 * after a restart those that are still there. It reads the sweeper's index in place of a stream, which dynalite does not
 * have, so that nothing has to be kept about what was announced.
 */
export function feedOutbox(TableName: string, { invoke, onError, intervalMs }: FeedOptions): OutboxFeed {
  // Its own client: that of the process belongs to the functions.
  const client = createDynamoDb();
  let announced = new Set<string>();
  let closed = false;
  let retry: NodeJS.Timeout | undefined;
  let looking = Promise.resolve();
  let next: Promise<void> | undefined;

  async function announce(key: Record<string, AttributeValue>): Promise<void> {
    const { Item } = await client.send(new GetItemCommand({ TableName, Key: key, ConsistentRead: true }));
    if (Item === undefined) return;
    const { batchItemFailures } = await invoke(announcementOf(Item));
    if (batchItemFailures.length > 0) throw new Error(`The relay has not taken ${key.id?.S}`);
  }

  async function pass(): Promise<void> {
    const entries: { id: string; at: number }[] = [];
    const scan = { TableName, IndexName: 'by-sweep', ProjectionExpression: 'id, sweepAt' };
    for await (const { Items = [] } of paginateScan({ client }, scan)) {
      for (const { id, sweepAt } of Items) entries.push({ id: id?.S ?? '', at: Number(sweepAt?.N) });
    }
    const present = new Set<string>();
    for (const { id } of entries.sort((one, other) => one.at - other.at || one.id.localeCompare(other.id))) {
      if (closed) return;
      if (!announced.has(id)) await announce({ id: { S: id } });
      announced.add(id);
      present.add(id);
    }
    announced = present;
  }

  const attempt = async (): Promise<void> => {
    next = undefined;
    clearTimeout(retry);
    try {
      await pass();
    } catch (error) {
      onError(error);
      if (!closed) retry = setTimeout(look, RETRY_MS);
    }
  };
  /** Calls during a pass share the one after it. */
  function look(): Promise<void> {
    next ??= looking.then(attempt);
    looking = next;
    return next;
  }
  const timer = intervalMs === undefined ? undefined : setInterval(look, intervalMs);

  return {
    look,
    async close() {
      closed = true;
      clearInterval(timer);
      await looking;
      clearTimeout(retry);
      client.destroy();
    },
  };
}
