import { SQSClient } from '@aws-sdk/client-sqs';
import type { LocalSqs } from '../../../local/sqs/server.ts';
import { inProcess as inProcessConnection } from '../../../local/stores/connections.ts';
import { provideConnections } from '../../../shared/stores/connections.ts';
import { createSqs } from '../../../shared/stores/queues/sqs.ts';
import { afterFile } from '../../support/service/after-file.ts';
import { identity } from '../../support/service/local-services.ts';

let inProcess = false;

/** Has `clientOf` make clients that call the server without a network, as those of the service do. */
export function useInProcessClients(): void {
  inProcess = true;
  afterFile(() => {
    inProcess = false;
  });
}

export function clientOf(server: LocalSqs): SQSClient {
  if (!inProcess) return new SQSClient({ endpoint: server.url, ...identity });
  provideConnections({ sqs: inProcessConnection(server.requestHandler) });
  return createSqs(identity);
}
