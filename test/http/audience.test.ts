import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { whoami } from '../../shared/contract/routes/account.ts';
import { toAuthorizerContext } from '../../shared/domain/keys/authorizer-context.ts';
import type { Principal } from '../../shared/domain/keys/principal.ts';
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

beforeEach(() => {
  written.length = 0;
});

afterAll(() => {
  vi.restoreAllMocks();
});

const KEY: Principal = {
  kind: 'key',
  accountId: 'account-1',
  keyId: 'key-1',
  keyName: 'Test',
  scopes: [],
  projectIds: null,
};

const IDENTITY: Principal = {
  kind: 'identity',
  accountId: 'account-1',
  identityId: 'identity-1',
  issuer: 'https://issuer.example',
  subject: 'subject-1',
  scopes: [],
  projectIds: null,
};

const body = { userId: 'account-1', keyId: '', name: '', scopes: [], projectIds: null };

/** What an endpoint of that audience answers to the principal, and what work it was given. */
async function call(audience: 'integrators' | 'console' | 'both', principal: Principal) {
  const worked: Principal[] = [];
  const handler = endpoint({ ...whoami, audience }, {}, async (request) => {
    worked.push(request.principal);
    return { body };
  });
  const rate = { limit: 100, remaining: 99, resetAt: 60, exceeded: false };
  const event = {
    headers: {},
    requestContext: { requestId: 'request-1', authorizer: toAuthorizerContext(principal, rate) },
  } as unknown as APIGatewayProxyEvent;
  return { answer: await handler(event, {} as Context), worked };
}

const lines = () => written.map((line) => JSON.parse(line) as Record<string, unknown>);

describe('an endpoint behind the authorizer of another audience is wired incorrectly, and does nothing', () => {
  test.each([
    ['integrators', IDENTITY],
    ['console', KEY],
  ] as const)('an endpoint definition for %s', async (audience, principal) => {
    const { answer, worked } = await call(audience, principal);
    expect([answer.statusCode, worked]).toEqual([500, []]);
  });
});

test.each([
  ['integrators', KEY],
  ['both', KEY],
  ['both', IDENTITY],
  ['console', IDENTITY],
] as const)(
  'an endpoint definition for %s works for its callers, with their principals as they are',
  async (audience, principal) => {
    const { answer, worked } = await call(audience, principal);
    expect([answer.statusCode, worked]).toEqual([200, [principal]]);
  },
);

test('the log names the identity of a person, and no key', async () => {
  await call('both', IDENTITY);
  expect(lines()).toMatchObject([{ accountId: 'account-1', identityId: 'identity-1', status: 200 }]);
  expect(written.join('')).not.toMatch(/keyId|subject-1|issuer\.example/);
});

test('other origins may read what a key asked for, and not what the console asked for', async () => {
  const { answer: ofKey } = await call('both', KEY);
  const { answer: ofIdentity } = await call('both', IDENTITY);
  expect(Object.keys(ofKey.headers ?? {}).filter((name) => /^access-control/i.test(name))).not.toEqual([]);
  expect(Object.keys(ofIdentity.headers ?? {}).filter((name) => /^access-control/i.test(name))).toEqual([]);
});
