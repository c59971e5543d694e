import { DynamoDBStreamsClient, type _Record as StreamRecord } from '@aws-sdk/client-dynamodb-streams';
import type { DynamoDBBatchResponse, DynamoDBStreamEvent } from 'aws-lambda';
import type { StreamConsumer } from '../../shared/contract/function-definition.ts';
import { connect } from '../../shared/stores/connections.ts';
import { streamEvent } from './stream-event.ts';
import type { PositionStore } from './stream-position.ts';
import { StreamReader } from './stream-reader.ts';

/** What Lambda does with the stream of a table: feeds a function with it. */
export interface StreamFeed {
  /** Resolves when the function has what was written before the call, or has failed. */
  look(): Promise<void>;
  close(): Promise<void>;
}

interface FeedOptions {
  readonly position: PositionStore;
  readonly eventNames: StreamConsumer['eventNames'];
  readonly invoke: (event: DynamoDBStreamEvent) => Promise<DynamoDBBatchResponse>;
  readonly onError: (error: unknown) => void;
  /** Looks by itself as often as this; by default only when it is asked to. */
  readonly intervalMs?: number | undefined;
}

const RETRY_MS = 1_000;
/** Lambda's own. */
const BATCH = 100;

/** Streams are at the address of their tables, whatever the SDK itself takes for theirs. */
export const createStreamsClient = (): DynamoDBStreamsClient => {
  const endpoint = process.env.AWS_ENDPOINT_URL_DYNAMODB;
  return connect(
    'dynamodb',
    (options) => new DynamoDBStreamsClient({ ...(endpoint && { endpoint }), ...options }),
  );
};

/** The first of a batch that a function has not dealt with. As in Lambda, a result that names none of them is a failure of all. */
function firstFailed(batch: readonly StreamRecord[], { batchItemFailures }: DynamoDBBatchResponse): number {
  const numbers = batch.map(({ dynamodb }) => dynamodb?.SequenceNumber);
  const failed = batchItemFailures.map(({ itemIdentifier }) => numbers.indexOf(itemIdentifier));
  return failed.length === 0 ? batch.length : Math.max(0, Math.min(...failed));
}

/**
 * Feeds a function with the changes of a table, in batches and in their order. From the first on that it fails at they are repeated,
 * a second later; after a restart the feed goes on where it was, with what may have been in progress.
 */
export function feedFromStream(table: string, options: FeedOptions): StreamFeed {
  const { position, eventNames, invoke, onError, intervalMs } = options;
  const client = createStreamsClient();
  const reader = new StreamReader({ client, table, position });
  let closed = false;
  let retry: NodeJS.Timeout | undefined;
  let looking = Promise.resolve();
  let next: Promise<void> | undefined;

  async function deliver(records: readonly StreamRecord[]): Promise<void> {
    const wanted = records.filter(({ eventName }) => eventNames.some((name) => name === eventName));
    const failed =
      wanted.length === 0 ? undefined : wanted[firstFailed(wanted, await invoke(streamEvent(wanted)))];
    const done = failed === undefined ? records : records.slice(0, records.indexOf(failed));
    const last = done.at(-1);
    if (last !== undefined) await reader.advance(last);
    if (failed !== undefined) throw new Error(`A function has not taken a change of ${table}`);
  }

  async function pass(): Promise<void> {
    while (!closed) {
      const records = await reader.read(BATCH);
      if (records.length === 0) return;
      await deliver(records);
    }
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
