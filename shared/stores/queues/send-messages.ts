import { SendMessageBatchCommand } from '@aws-sdk/client-sqs';
import { sqs } from './sqs.ts';

/** A message on its way to a fair queue. */
interface GroupedMessage {
  readonly body: object;
  /** Its scheduling group. */
  readonly group: string;
  /** Seconds for which it is kept back; none if not given. */
  readonly delay?: number;
}

/** The most that SQS takes in one request. */
const BATCH = 10;

/** @throws Error where SQS does not accept one of them; those before it may have been sent */
export async function sendMessages(QueueUrl: string, messages: readonly GroupedMessage[]): Promise<void> {
  for (let start = 0; start < messages.length; start += BATCH) {
    const { Failed } = await sqs().send(
      new SendMessageBatchCommand({
        QueueUrl,
        Entries: messages.slice(start, start + BATCH).map(({ body, group, delay }, index) => ({
          Id: String(index),
          MessageBody: JSON.stringify(body),
          MessageGroupId: group,
          ...(delay !== undefined && { DelaySeconds: delay }),
        })),
      }),
    );
    if (Failed?.length) throw new Error(`${Failed.length} messages were not accepted by ${QueueUrl}`);
  }
}
