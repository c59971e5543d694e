import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { SQSClient } from '@aws-sdk/client-sqs';

/** Makes the client send `body`, properly signed, instead of what its commands say. */
export function replaceBody(client: DynamoDBClient | SQSClient, body: string): void {
  const stack = client.middlewareStack as SQSClient['middlewareStack'];
  stack.add(
    (next) => (args) => {
      if ('request' in args) Object.assign(args.request ?? {}, { body });
      return next(args);
    },
    { step: 'build', priority: 'high' },
  );
}
