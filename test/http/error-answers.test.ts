import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { whoami } from '../../shared/contract/routes/account.ts';
import { toAuthorizerContext } from '../../shared/domain/keys/authorizer-context.ts';
import { endpoint } from '../../shared/http/endpoint.ts';

const written: string[] = [];

beforeAll(() => {
  for (const stream of [process.stdout, process.stderr]) {
    vi.spyOn(stream, 'write').mockImplementation((chunk) => {
      written.push(String(chunk));
      return true;
    });
  }
});

afterAll(() => {
  vi.restoreAllMocks();
});

const event = {
  headers: { Authorization: 'Bearer vms_sk_secret' },
  requestContext: {
    requestId: 'request-1',
    authorizer: toAuthorizerContext(
      { kind: 'key', accountId: 'account-1', keyId: 'key-1', keyName: 'Test', scopes: [], projectIds: null },
      { limit: 100, remaining: 99, resetAt: 60, exceeded: false },
    ),
  },
} as unknown as APIGatewayProxyEvent;

test('an unexpected failure is logged with its request, account and key, and disclosed to nobody', async () => {
  const handler = endpoint(whoami, {}, async () => {
    throw new Error('the table is gone');
  });
  const answer = await handler(event, {} as Context);

  expect(answer.statusCode).toBe(500);
  expect(JSON.parse(answer.body).error.code).toBe('INTERNAL_ERROR');
  expect(answer.body).not.toContain('table');
  const who = { requestId: 'request-1', accountId: 'account-1', keyId: 'key-1', route: 'GET /api/v1/whoami' };
  expect(written.map((line) => JSON.parse(line))).toMatchObject([
    { ...who, level: 'ERROR', message: 'request failed', error: { message: 'the table is gone' } },
    { ...who, level: 'INFO', message: 'request', status: 500, code: 'INTERNAL_ERROR' },
  ]);
  expect(written.join('')).not.toContain('vms_sk_secret');
});
