import { DeleteMessageCommand, ReceiveMessageCommand } from '@aws-sdk/client-sqs';
import type { SQSBatchResponse } from 'aws-lambda';
import { loadFunction } from '../../local/functions/function-modules.ts';
import { QUEUES, type QueueName } from '../../shared/contract/resources.ts';
import { createSqs } from '../../shared/stores/queues/sqs.ts';

/** A pending message. */
interface QueuedWork {
  /** `ingest`, `webhooks`, or the kind of the detection message. */
  kind: string;
  /** Runs the function on it. */
  run(): Promise<void>;
}

const FUNCTIONS: Record<QueueName, string> = {
  ingest: 'ingest/ingest',
  detection: 'detector/detector',
  webhooks: 'webhooks/deliver',
};

/** Takes a message out of one of the queues, with a client that is not metered; null if all are empty. */
export async function nextWork(): Promise<QueuedWork | null> {
  const sqs = createSqs();
  for (const [queue, { env }] of Object.entries(QUEUES) as [QueueName, { env: string }][]) {
    const QueueUrl = process.env[env];
    const { Messages: [message] = [] } = await sqs.send(new ReceiveMessageCommand({ QueueUrl }));
    if (message === undefined) continue;
    const { Body: body = '', ReceiptHandle } = message;
    await sqs.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle }));
    const run = async (): Promise<void> => {
      const handler = await loadFunction(FUNCTIONS[queue]);
      const record = {
        messageId: 'message',
        receiptHandle: ReceiptHandle,
        body,
        attributes: { ApproximateReceiveCount: '1' },
      };
      const outcome = (await handler({ Records: [record] }, {})) as SQSBatchResponse;
      if (outcome.batchItemFailures.length > 0) throw new Error(`${FUNCTIONS[queue]} has failed`);
    };
    return { kind: queue === 'detection' ? (JSON.parse(body) as { kind: string }).kind : queue, run };
  }
  return null;
}
