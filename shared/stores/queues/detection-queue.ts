import type { DetectionMessage } from '../../contract/messages.ts';
import { QUEUES } from '../../contract/resources.ts';
import { type Environment, requireVariable } from '../../kernel/runtime/environment.ts';
import { storeFactory } from '../store-factory.ts';
import { sendMessages } from './send-messages.ts';

/**
 * The scheduling group of a fair queue: the account. The further steps of a job that has begun have a group
 * of their own, so that they do not wait behind the jobs that the account has started since.
 */
const schedulingGroupOf = ({ kind, accountId }: DetectionMessage): string =>
  kind === 'segment' ? accountId : `${accountId}+`;

export interface DetectionQueue {
  /** Sends the next steps of jobs to the workers; there is no other way. */
  send(messages: readonly DetectionMessage[]): Promise<void>;
}

/** The queue as functions reach it that are not in the isolated network; the others write to the outbox. */
export const openDetectionQueue = storeFactory(
  'detectionQueue',
  (environment: Environment): DetectionQueue => {
    const url = requireVariable(environment, QUEUES.detection.env);

    return {
      send: (messages) =>
        sendMessages(
          url,
          messages.map((body) => ({ body, group: schedulingGroupOf(body) })),
        ),
    };
  },
);
