import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import type { z } from 'zod';
import { GIVEN_BACK, type QueueConsumer } from '../contract/messages.ts';
import type { StoreName } from '../contract/needs/store-needs.ts';
import { logger } from '../kernel/logging/logging.ts';
import { following } from '../kernel/logging/request-context.ts';
import { type Opened, openOnce } from '../kernel/runtime/store-factories.ts';
import type { Deliveries } from '../stores/queues/deliveries.ts';
import type { Exactly, StoreFactories } from '../stores/store-factory.ts';

/** What the message says of the request from which it follows. */
export const requestIdOf = (message: unknown): string | undefined =>
  (message as { requestId?: string } | null)?.requestId;

/**
 * The Lambda handler of a function that is fed from a queue. A message that cannot be parsed, or whose work fails, is
 * delivered again, and becomes a dead letter after the last attempt. A dead letter that fails on
 * each attempt is parked: it waits for an operator in a queue that nothing reads.
 *
 * @param store factories of the stores that the definition names, exactly these; they are opened at the first message. With
 *   `deliveries` among them, a message stays hidden for as long as the work takes, and is soon delivered again when it fails or the worker dies
 * @param work throws when the message is to be delivered again; `attempts` counts its deliveries, this one included
 */
export function worker<
  Message extends z.ZodType,
  Stores extends readonly StoreName[],
  O extends StoreFactories,
>(
  { key, queue, message: schema }: QueueConsumer<Message, Stores>,
  factories: O & Exactly<Stores, O>,
  work: (message: z.output<Message>, stores: Opened<O>, attempts: number) => Promise<void>,
) {
  const open: () => Opened<O> & { deliveries?: Deliveries } = openOnce<O>(factories);

  /** @returns undefined for a message that cannot be parsed: a newer release may have sent it */
  function read({ body, messageId }: SQSRecord): z.output<Message> | undefined {
    try {
      return schema.parse(JSON.parse(body));
    } catch (error) {
      logger.error(GIVEN_BACK.notUnderstood, { function: key, messageId, error: error as Error });
      return undefined;
    }
  }

  /** @returns whether the message is dealt with; otherwise it is delivered again */
  async function handle(record: SQSRecord): Promise<boolean> {
    const message = read(record);
    return message !== undefined && following(requestIdOf(message), () => handleMessage(record, message));
  }

  async function handleMessage(
    { messageId, receiptHandle, attributes }: SQSRecord,
    message: z.output<Message>,
  ): Promise<boolean> {
    const stores = open();
    using held = await stores.deliveries?.hold(queue, receiptHandle);
    try {
      await work(message, stores, Number(attributes.ApproximateReceiveCount));
      return true;
    } catch (error) {
      logger.error(GIVEN_BACK.failed, {
        function: key,
        messageId,
        ...(message as object),
        error: error as Error,
      });
      await held?.retrySoon();
      return false;
    }
  }

  return async ({ Records }: SQSEvent): Promise<SQSBatchResponse> => {
    const batchItemFailures: SQSBatchResponse['batchItemFailures'] = [];
    for (const record of Records) {
      if (!(await handle(record))) batchItemFailures.push({ itemIdentifier: record.messageId });
    }
    return { batchItemFailures };
  };
}
