import type { QueueName } from '../../contract/resources.ts';
import { logger } from '../../kernel/logging/logging.ts';
import type { Environment } from '../../kernel/runtime/environment.ts';
import { storeFactory } from '../store-factory.ts';
import { openOutboxWriter } from './outbox.ts';

/** A message that is being worked on. Disposed of, it stays hidden for as long as was asked last. */
interface Hold extends Disposable {
  /** Ends the hold, and has the message delivered again before long. */
  retrySoon(): Promise<void>;
}

/** Messages that were received and are being worked on, by workers in the isolated network. */
export interface Deliveries {
  /**
   * Keeps a message hidden from other workers for as long as this one lives, and little longer: the queue would hide it for
   * as long as the worker may run at most.
   */
  hold(queue: QueueName, receiptHandle: string): Promise<Hold>;
}

/** A killed worker's message comes back after this at the latest: within two minutes, with what a poll takes. */
const HIDDEN_MS = 110_000;
/** Two extensions may be lost, or wait for the relay. */
const EXTEND_EVERY_MS = 30_000;
const RETRY_MS = 5_000;

export const openDeliveries = storeFactory('deliveries', (environment: Environment): Deliveries => {
  const outbox = openOutboxWriter(environment);

  return {
    async hold(queue, receiptHandle) {
      const hideFor = async (milliseconds: number): Promise<void> => {
        const hiddenUntil = environment.runtime.now() + milliseconds;
        try {
          await outbox.put({ kind: 'visibility', queue, receiptHandle, hiddenUntil });
        } catch (error) {
          // A message that becomes visible too early is only worked on twice.
          logger.warn('visibility not changed', { queue, error: error as Error });
        }
      };
      let changing = hideFor(HIDDEN_MS);
      await changing;
      const extending = environment.runtime.every(EXTEND_EVERY_MS, () => {
        changing = hideFor(HIDDEN_MS);
      });

      return {
        async retrySoon() {
          extending[Symbol.dispose]();
          await changing;
          await hideFor(RETRY_MS);
        },
        [Symbol.dispose]: () => extending[Symbol.dispose](),
      };
    },
  };
});
