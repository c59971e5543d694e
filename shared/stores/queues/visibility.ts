import { ChangeMessageVisibilityCommand } from '@aws-sdk/client-sqs';
import type { VisibilityChange } from '../../contract/outbox.ts';
import { QUEUES, type QueueName } from '../../contract/resources.ts';
import { logger } from '../../kernel/logging/logging.ts';
import { type Environment, requireVariable } from '../../kernel/runtime/environment.ts';
import { storeFactory } from '../store-factory.ts';
import { sqs } from './sqs.ts';

/** How long messages stay hidden from other workers. */
interface MessageVisibility {
  /**
   * Hides a received message until then, for no longer than its queue would. Nothing happens where that time is over, or the
   * message is gone or was delivered again. That it could not be done is only logged: the message is then worked on
   * twice, or comes again later, and its worker asks again before long.
   */
  change(wanted: VisibilityChange): Promise<void>;
}

export const openMessageVisibility = storeFactory(
  'messageVisibility',
  (environment: Environment): MessageVisibility => {
    const url = (queue: QueueName): string => requireVariable(environment, QUEUES[queue].env);

    return {
      async change({ queue, receiptHandle, hiddenUntil }) {
        const seconds = Math.ceil((hiddenUntil - environment.runtime.now()) / 1000);
        if (seconds <= 0) return;
        try {
          await sqs().send(
            new ChangeMessageVisibilityCommand({
              QueueUrl: url(queue),
              ReceiptHandle: receiptHandle,
              VisibilityTimeout: Math.min(seconds, QUEUES[queue].visibilityTimeout),
            }),
          );
        } catch (error) {
          logger.warn('visibility not changed', { queue, error: error as Error });
        }
      },
    };
  },
);
