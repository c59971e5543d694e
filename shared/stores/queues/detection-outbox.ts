import { STEPS_PER_ITEM } from '../../contract/outbox.ts';
import type { Environment } from '../../kernel/runtime/environment.ts';
import { storeFactory } from '../store-factory.ts';
import type { DetectionQueue } from './detection-queue.ts';
import { openOutboxWriter } from './outbox.ts';

/** The detection queue as workers in the isolated network reach it: a message is certain once it is in the outbox. */
export const openDetectionOutbox = storeFactory(
  'detectionOutbox',
  (environment: Environment): DetectionQueue => {
    const outbox = openOutboxWriter(environment);
    return {
      async send(messages) {
        for (let start = 0; start < messages.length; start += STEPS_PER_ITEM) {
          await outbox.put({ kind: 'steps', messages: messages.slice(start, start + STEPS_PER_ITEM) });
        }
      },
    };
  },
);
