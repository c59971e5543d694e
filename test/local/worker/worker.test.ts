import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { startWorker } from '../../../local/worker/worker.ts';
import { QUEUES } from '../../../shared/contract/resources.ts';

test('what fails in the worker is reported by the service, with what tells its cause', async () => {
  // As the queues answer on a full disk.
  const stores = createServer((_, response) => {
    response.writeHead(500, { 'content-type': 'application/x-amz-json-1.0' });
    response.end(JSON.stringify({ __type: 'com.amazon.coral.service#InternalFailure', message: 'failed' }));
  });
  await once(stores.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(stores.address() as AddressInfo).port}`;
  const { promise, resolve } = Promise.withResolvers<Error>();
  const worker = startWorker({
    variables: {
      AWS_ACCESS_KEY_ID: 'key',
      AWS_SECRET_ACCESS_KEY: 'secret',
      AWS_REGION: 'eu-central-1',
      AWS_ENDPOINT_URL: url,
      ...Object.fromEntries(Object.values(QUEUES).map(({ env }) => [env, `${url}/1/queue`])),
    },
    onCrash: (reason) => resolve(new Error(reason)),
    onError: (error) => error.name === 'InternalFailure' && resolve(error),
  });
  try {
    expect(await promise).toMatchObject({
      message: 'failed',
      $metadata: { httpStatusCode: 500 },
      stack: expect.stringContaining('    at '),
    });
  } finally {
    await worker.close();
    stores.closeAllConnections();
    stores.close();
  }
}, 30_000);
