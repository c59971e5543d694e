import { SQSClient, type SQSClientConfig } from '@aws-sdk/client-sqs';
import { perEnvironment } from '../../kernel/runtime/store-factories.ts';
import { connect } from '../connections.ts';

/** A client of its own for one purpose. Requests go to the configured endpoint, not to the queue address's host. */
export const createSqs = (config: SQSClientConfig = {}): SQSClient =>
  connect('sqs', (options) => new SQSClient({ useQueueUrlAsEndpoint: false, ...config, ...options }));

/** The process's SQS client. */
export const sqs = perEnvironment(() => createSqs({ maxAttempts: 5 }));
