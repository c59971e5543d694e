import { pipeline } from 'node:stream/promises';
import { expect, test } from 'vitest';
import type { LambdaResponseStream } from '../../../local/gateway/lambda-runtime.ts';
import { gatewaysBeside } from '../../support/service/gateway-with.ts';
import { temporaryFolder } from '../../support/service/test-service.ts';

const gatewayWith = gatewaysBeside(await temporaryFolder('spool'));

/** Asks for what a streaming function answers. */
const streamedFrom = ({ url }: { url: string }): Promise<Response> =>
  fetch(`${url}/api/videos/0190e2f0-0000-7000-8000-000000000000/metadata`, {
    headers: { Authorization: 'Bearer key' },
  });

test('a streamed answer that is not read to its end in time is broken off, though the client goes on reading', async () => {
  const ended = Promise.withResolvers<void>();
  async function* endless() {
    try {
      for (;;) yield await new Promise<string>((resolve) => setTimeout(resolve, 5, 'x'));
    } finally {
      ended.resolve();
    }
  }
  const gateway = await gatewayWith({ streamedMs: 300 }, '', async (_, stream) => {
    const answer = stream as LambdaResponseStream;
    answer.announce({ statusCode: 200, headers: {} });
    await pipeline(endless, answer).catch(() => undefined);
  });
  const response = await streamedFrom(gateway);
  expect(response.status).toBe(200);
  await expect(response.text()).rejects.toThrow();
  await ended.promise;
});

test('a streamed answer whose function fails on the way is broken off', async () => {
  const gateway = await gatewayWith({}, '', async (_, stream) => {
    const answer = stream as LambdaResponseStream;
    answer.announce({ statusCode: 200, headers: {} });
    await new Promise<unknown>((resolve) => answer.write('half of it', resolve));
    throw new Error('failed');
  });
  const response = await streamedFrom(gateway);
  expect(response.status).toBe(200);
  await expect(response.text()).rejects.toThrow();
});

test('a streaming function that ends without an answer has failed', async () => {
  const gateway = await gatewayWith({}, '', async () => undefined);
  const response = await streamedFrom(gateway);
  expect(response.status).toBeGreaterThanOrEqual(500);
});
