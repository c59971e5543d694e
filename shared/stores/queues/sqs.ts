import { SQSClient } from '@aws-sdk/client-sqs';
import { perEnvironment } from '../../kernel/runtime/openers.ts';

/** The process's SQS client. Requests go to the configured endpoint, not to the queue address's host. */
export const sqs = perEnvironment(() => new SQSClient({ useQueueUrlAsEndpoint: false, maxAttempts: 5 }));
