import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import * as z from 'zod';
import type { FunctionDefinition } from '../contract/function-definition.ts';
import { LEFT_ITEM } from '../contract/messages.ts';
import type { StoreName } from '../contract/needs/store-needs.ts';
import { logger } from '../kernel/logging/logging.ts';
import { following } from '../kernel/logging/request-context.ts';
import { type Opened, openOnce } from '../kernel/runtime/store-factories.ts';
import type { Exactly, StoreFactories } from '../stores/store-factory.ts';
import { continuing } from '../stores/tracing/continue-trace.ts';
import { inOrder } from './announced-records.ts';
import { requestIdOf } from './worker.ts';

/** What a function gets of a new item: the item's id, and a message as JSON in its body. */
const announced = z.object({
  dynamodb: z.object({
    NewImage: z.object({ id: z.object({ S: z.string() }), body: z.object({ S: z.string() }) }),
  }),
});

/** The trace in which an item was put there, where it says so. */
const traceOf = (message: unknown): string | undefined => (message as { trace?: string } | null)?.trace;

/**
 * The Lambda handler of a function that is fed with the new items of a table. An item that cannot be understood is logged and stays in the
 * table, for a newer release or the table's expiry; those behind it do not wait.
 *
 * @param store factories of the stores that the definition names, exactly these; they are opened at the first item
 * @param work throws when the item is to be announced again
 */
export function streamWorker<
  Message extends z.ZodType,
  Stores extends readonly StoreName[],
  O extends StoreFactories,
>(
  { key, message: schema }: FunctionDefinition<Stores> & { message: Message },
  factories: O & Exactly<Stores, O>,
  work: (item: { id: string; message: z.output<Message> }, stores: Opened<O>) => Promise<void>,
) {
  const open = openOnce<O>(factories);

  /** @returns undefined for an item that cannot be understood */
  function read(record: DynamoDBRecord): { id: string; message: z.output<Message> } | undefined {
    try {
      const { id, body } = announced.parse(record).dynamodb.NewImage;
      return { id: id.S, message: schema.parse(JSON.parse(body.S)) };
    } catch (error) {
      logger.error(LEFT_ITEM.notUnderstood, {
        function: key,
        item: record.dynamodb?.Keys,
        error: error as Error,
      });
      return undefined;
    }
  }

  return (event: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> => {
    const stores = open();
    return inOrder(event, async (record) => {
      const item = read(record);
      if (item === undefined) return true;
      return following(requestIdOf(item.message), async () => {
        try {
          await continuing(traceOf(item.message), () => work(item, stores));
          return true;
        } catch (error) {
          logger.error(LEFT_ITEM.failed, { function: key, id: item.id, error: error as Error });
          return false;
        }
      });
    });
  };
}
