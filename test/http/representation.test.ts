import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { expect, test, vi } from 'vitest';
import type { Route } from '../../shared/contract/route.ts';
import { createKey } from '../../shared/contract/routes/console/keys.ts';
import { getMetadata } from '../../shared/contract/routes/metadata.ts';
import { getOpenApi } from '../../shared/contract/routes/reference.ts';
import { JsonStream } from '../../shared/http/json-stream.ts';
import { representation } from '../../shared/http/representation.ts';
import { logger } from '../../shared/kernel/logging/logging.ts';

const LONG = JSON.stringify({ text: 'x'.repeat(2000) });

/** What becomes of a handler's answer to a client that takes compressed ones. */
async function represented(
  route: Route,
  response: Partial<Omit<APIGatewayProxyResult, 'body'>> & { body: string | JsonStream },
  httpMethod = 'GET',
) {
  const event = {
    httpMethod,
    headers: { 'Accept-Encoding': 'br' },
    requestContext: { requestId: 'r' },
  } as unknown as APIGatewayProxyEvent;
  const request = { event, response: { statusCode: 200, headers: {}, ...response } };
  await representation(route).after?.(request as never);
  return request.response as APIGatewayProxyResult;
}

const streamed = async (pieces: AsyncIterable<Uint8Array>): Promise<Readable> => {
  const { body } = await represented(getMetadata, { body: new JsonStream(async () => pieces) });
  return body as unknown as Readable;
};

test('an answer with a secret is not compressed, so that its length says nothing of it', async () => {
  expect(await represented(createKey, { body: LONG })).toEqual({ statusCode: 200, headers: {}, body: LONG });
});

test('what an answer varies by already is kept', async () => {
  const { headers } = await represented(getOpenApi, { headers: { Vary: 'Origin' }, body: LONG });
  expect(headers).toEqual({ Vary: 'Origin, Accept-Encoding', 'Content-Encoding': 'br' });
});

test('HEAD reads nothing of a document', async () => {
  const open = vi.fn(async () => {
    throw new Error('read');
  });
  const { headers, body } = await represented(getMetadata, { body: new JsonStream(open) }, 'HEAD');
  expect([body, headers?.['Content-Encoding']]).toEqual(['', 'br']);
  expect(open).not.toHaveBeenCalled();
});

/** Tracks that do not end, in the sizes in which documents are read, and how many were taken. */
function endless() {
  const over = Promise.withResolvers<void>();
  const taken = { pieces: 0, over: over.promise };
  async function* pieces() {
    try {
      for (; ; taken.pieces++) {
        const keyframes = Array.from({ length: 1000 }, () => ({
          frame: 1,
          x: Math.random(),
          y: Math.random(),
        }));
        yield Buffer.from(JSON.stringify(keyframes));
      }
    } finally {
      over.resolve();
    }
  }
  return { pieces: pieces(), taken };
}

test('of a compressed document no more is read than its reader takes, and nothing once the reader is gone', async () => {
  vi.spyOn(logger, 'info').mockImplementation(() => undefined);
  const { pieces, taken } = endless();
  const body = await streamed(pieces);
  body.on('error', () => undefined);
  await once(body, 'readable');
  for (let turn = 0; turn < 100; turn++) await setImmediate();
  expect(taken.pieces).toBeLessThan(30);
  // As `pipeline` does when the other end closes.
  body.destroy(new Error('Premature close'));
  await taken.over;
});

test('a compressed document breaks off where reading fails', async () => {
  vi.spyOn(logger, 'error').mockImplementation(() => undefined);
  const failure = new Error('damaged');
  async function* damaged() {
    yield Buffer.alloc(100_000, 'x');
    throw failure;
  }
  await expect((await streamed(damaged())).toArray()).rejects.toBe(failure);
});
