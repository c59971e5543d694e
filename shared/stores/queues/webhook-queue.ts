import type { WebhookMessage } from '../../contract/messages.ts';
import { QUEUES } from '../../contract/resources.ts';
import { type Environment, requireVariable } from '../../kernel/runtime/environment.ts';
import { storeFactory } from '../store-factory.ts';
import { sendMessages } from './send-messages.ts';

/** The longest that SQS keeps a message back; a later one has to be sent again. */
const LONGEST_DELAY_S = 900;

export interface WebhookQueue {
  /** Asks for attempts, each to be made when it is due. The scheduling group is the account, so that none waits for another's receivers. */
  send(messages: readonly WebhookMessage[]): Promise<void>;
}

export const openWebhookQueue = storeFactory('webhookQueue', (environment: Environment): WebhookQueue => {
  const url = requireVariable(environment, QUEUES.webhooks.env);

  const delayOf = ({ notBefore }: WebhookMessage): number => {
    const seconds = Math.ceil((notBefore - environment.runtime.now()) / 1000);
    return Math.min(Math.max(0, seconds), LONGEST_DELAY_S);
  };

  return {
    send: (messages) =>
      sendMessages(
        url,
        messages.map((body) => ({ body, group: body.accountId, delay: delayOf(body) })),
      ),
  };
});
