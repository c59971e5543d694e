import { SQSClient } from '@aws-sdk/client-sqs';

let client: SQSClient | undefined;

/** The process's SQS client. Requests go to the configured endpoint, not to the queue address's host. */
export function sqs(): SQSClient {
  client ??= new SQSClient({ useQueueUrlAsEndpoint: false, maxAttempts: 5 });
  return client;
}
