import { readFileSync } from 'node:fs';
import path from 'node:path';
import { serve } from '../../../cli/vms-process.ts';
import { apiOf } from '../../../support/service/api.ts';
import type { RunningConsole } from './running-console.ts';

/** A service in the test's own process leaves the addresses of its stores in the environment: this one has its own. */
const OWN_STORES = { AWS_ENDPOINT_URL_S3: '', AWS_ENDPOINT_URL_SQS: '', AWS_ENDPOINT_URL_DYNAMODB: '' };

type ServedConsole = AsyncDisposable & Pick<RunningConsole, 'origin' | 'demoUser' | 'api'>;

/**
 * The service with its console in a process of its own, which can be ended and started again.
 * @param port of the address; 0: any free one
 */
export async function serveConsole(dataDir: string, port = 0): Promise<ServedConsole> {
  const service = await serve(dataDir, ['--port', String(port)], OWN_STORES);
  const { ready } = service;
  const password = readFileSync(path.join(dataDir, 'demo-password'), 'utf8').trim();
  return {
    origin: ready.apiUrl,
    demoUser: { name: 'demo', password },
    api: apiOf(ready),
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  };
}

/** The port of its address, for the next start. */
export const portOf = ({ origin }: Pick<ServedConsole, 'origin'>): number => Number(new URL(origin).port);
