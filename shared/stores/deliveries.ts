import { ChangeMessageVisibilityCommand } from '@aws-sdk/client-sqs';
import { QUEUES } from '../contract/resources.ts';
import { logger } from '../kernel/logging/logging.ts';
import { type Environment, requireVariable } from '../kernel/runtime/environment.ts';
import { opener } from './opener.ts';
import { sqs } from './queues.ts';

/** Messages that were received and are being worked on. */
export interface Deliveries {
  /** Keeps a message hidden from other workers until disposed of. */
  hold(receiptHandle: string): Disposable;
  /** Has a message delivered again before long. */
  retrySoon(receiptHandle: string): Promise<void>;
}

const RETRY_SECONDS = 5;

/** The deliveries of the detection queue, whose work may take longer than a message stays hidden. */
export const openDetectionDeliveries = opener(
  'detectionDeliveries',
  (environment: Environment): Deliveries => {
    const { env, visibilityTimeout } = QUEUES.detection;
    const url = requireVariable(environment, env);

    const setVisibility = async (receiptHandle: string, seconds: number): Promise<void> => {
      try {
        await sqs().send(
          new ChangeMessageVisibilityCommand({
            QueueUrl: url,
            ReceiptHandle: receiptHandle,
            VisibilityTimeout: seconds,
          }),
        );
      } catch (error) {
        // A message that becomes visible too early is only worked on twice.
        logger.warn('visibility not changed', { error: error as Error });
      }
    };

    return {
      hold(receiptHandle) {
        const extend = () => setVisibility(receiptHandle, visibilityTimeout);
        const timer = setInterval(extend, (visibilityTimeout / 3) * 1000);
        return { [Symbol.dispose]: () => clearInterval(timer) };
      },
      retrySoon: (receiptHandle) => setVisibility(receiptHandle, RETRY_SECONDS),
    };
  },
);
