import {
  ChangeMessageVisibilityBatchCommand,
  DeleteMessageCommand,
  type Message,
  ReceiveMessageCommand,
  SendMessageCommand,
} from '@aws-sdk/client-sqs';
import { PARKED, QUEUES, type QueueName } from '../contract/resources.ts';
import { type Environment, requireVariable } from '../kernel/runtime/environment.ts';
import { sqs } from './queues/sqs.ts';
import { storeFactory } from './store-factory.ts';

export interface ParkedMessage {
  readonly messageId: string;
  /** As it was sent; it may be no JSON. */
  readonly body: string;
  /** When it was sent first, in milliseconds since the epoch. */
  readonly sentAt: number;
}

interface ParkedMessages {
  readonly messages: readonly ParkedMessage[];
  /** Whether there are others besides. */
  readonly more: boolean;
}

/** Messages that neither their worker nor the consumer of its dead letters could take. */
interface ParkedQueues {
  /** Parked messages of a queue, up to 1,000 of them, and whether there are more. They stay where they are. */
  list(queue: QueueName): Promise<ParkedMessages>;
  /**
   * Sends the parked messages to their queue again, then removes them: one that is broken off in between comes twice, which
   * every worker stands.
   * @returns how many
   */
  redrive(queue: QueueName): Promise<number>;
}

const BATCH = 10;
const MAX_LISTED = 1000;
/**
 * Seconds that a received message stays hidden: longer than it takes to receive all that are listed, or to send a batch
 * again.
 */
const HIDDEN_S = 60;
/** Seconds to wait for messages: a query of all of SQS's servers, where a short one asks only some. */
const WAIT_S = 1;

export const openParkedMessages = storeFactory('parkedMessages', (environment: Environment): ParkedQueues => {
  const address = (queue: QueueName): string => requireVariable(environment, PARKED[queue].env);

  /** The messages that can be seen now, in batches, which are hidden from then on. */
  async function* receive(queue: QueueName): AsyncGenerator<Message[]> {
    for (;;) {
      const { Messages = [] } = await sqs().send(
        new ReceiveMessageCommand({
          QueueUrl: address(queue),
          MaxNumberOfMessages: BATCH,
          VisibilityTimeout: HIDDEN_S,
          WaitTimeSeconds: WAIT_S,
          MessageSystemAttributeNames: ['MessageGroupId', 'SentTimestamp'],
        }),
      );
      if (Messages.length === 0) return;
      yield Messages;
    }
  }

  return {
    async list(queue) {
      const received: Message[] = [];
      for await (const batch of receive(queue)) {
        received.push(...batch);
        if (received.length > MAX_LISTED) break;
      }
      for (let at = 0; at < received.length; at += BATCH) {
        // Those that cannot be shown earlier, since they are visible again already, are listed in the response: nothing is lost.
        await sqs().send(
          new ChangeMessageVisibilityBatchCommand({
            QueueUrl: address(queue),
            Entries: received.slice(at, at + BATCH).map(({ ReceiptHandle }, i) => ({
              Id: String(i),
              ReceiptHandle,
              VisibilityTimeout: 0,
            })),
          }),
        );
      }
      const messages = received.slice(0, MAX_LISTED).map(({ MessageId = '', Body = '', Attributes }) => ({
        messageId: MessageId,
        body: Body,
        sentAt: Number(Attributes?.SentTimestamp),
      }));
      return { messages, more: received.length > MAX_LISTED };
    },

    async redrive(queue) {
      let count = 0;
      for await (const batch of receive(queue)) {
        for (const { Body, ReceiptHandle, Attributes } of batch) {
          await sqs().send(
            new SendMessageCommand({
              QueueUrl: requireVariable(environment, QUEUES[queue].env),
              MessageBody: Body,
              ...(Attributes?.MessageGroupId !== undefined && { MessageGroupId: Attributes.MessageGroupId }),
            }),
          );
          await sqs().send(new DeleteMessageCommand({ QueueUrl: address(queue), ReceiptHandle }));
          count++;
        }
      }
      return count;
    },
  };
});
