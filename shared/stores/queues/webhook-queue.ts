import { SendMessageBatchCommand } from '@aws-sdk/client-sqs';
import type { WebhookMessage } from '../../contract/messages.ts';
import { QUEUES } from '../../contract/resources.ts';
import { type Environment, requireVariable } from '../../kernel/runtime/environment.ts';
import { storeFactory } from '../store-factory.ts';
import { sqs } from './sqs.ts';

/** The most that SQS takes in one request. */
const BATCH = 10;
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

  const sendBatch = async (messages: readonly WebhookMessage[]): Promise<void> => {
    const { Failed } = await sqs().send(
      new SendMessageBatchCommand({
        QueueUrl: url,
        Entries: messages.map((message, index) => ({
          Id: String(index),
          MessageBody: JSON.stringify(message),
          MessageGroupId: message.accountId,
          DelaySeconds: delayOf(message),
        })),
      }),
    );
    if (Failed?.length) throw new Error(`${Failed.length} webhook messages were not accepted`);
  };

  return {
    async send(messages) {
      for (let start = 0; start < messages.length; start += BATCH) {
        await sendBatch(messages.slice(start, start + BATCH));
      }
    },
  };
});
