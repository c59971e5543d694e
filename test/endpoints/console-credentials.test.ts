import { createHmac, createPublicKey } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { REFUSED_TOKEN } from '../../shared/contract/gateway-responses.ts';
import { CONSOLE_VIDEOS, startConsoleApi } from '../support/console/console-api.ts';
import type { Api } from '../support/service/api.ts';
import { createKey } from '../support/service/create-key.ts';
import { rawConnection } from '../support/service/raw-http.ts';
import { interceptCalls } from '../support/store-calls.ts';

const { bench, issuer, api, newPerson } = await startConsoleApi();
let calls = 0;
interceptCalls((_, proceed) => {
  calls += 1;
  return proceed();
});

const list = (key: string | null) => api('GET', CONSOLE_VIDEOS, { key });

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A token with the claims of a good one, under a header and a signature of the attacker's choice. */
async function forged(header: object, sign: (signed: string) => string): Promise<string> {
  const [, claims = ''] = (await issuer.token(newPerson())).split('.');
  const signed = `${encoded(header)}.${claims}`;
  return `${signed}.${sign(signed)}`;
}

const hmac = (secret: string | Buffer) => (signed: string) =>
  createHmac('sha256', secret).update(signed).digest('base64url');

const publicPem = (): Buffer =>
  Buffer.from(
    createPublicKey({ key: issuer.jwk, format: 'jwk' }).export({ type: 'spki', format: 'pem' }) as string,
  );

const inSeconds = (seconds: number): number => Math.floor(Date.now() / 1000) + seconds;

const withClaims = (claims: object) => () => issuer.token(newPerson(), { claims: { ...claims } });

/** Credentials that must open nothing, by their fault. */
const REFUSED: Readonly<Record<string, () => Promise<string | null>>> = {
  none: async () => null,
  nonsense: async () => 'nonsense',
  'an API key': async () => (await createKey(bench.environment)).secret,
  'a token without signature (alg none)': () => forged({ alg: 'none', typ: 'JWT' }, () => ''),
  'alg None in other letters': () => forged({ alg: 'nOnE', typ: 'JWT' }, () => ''),
  'HS256 with the public key as the secret': () => forged({ alg: 'HS256', kid: 'test' }, hmac(publicPem())),
  'HS256 with the published key as the secret': () =>
    forged({ alg: 'HS256', kid: 'test' }, hmac(JSON.stringify(issuer.jwk))),
  'signed by the key with another algorithm': () => issuer.token(newPerson(), { algorithm: 'RS512' }),
  'signed by another key': () => issuer.token(newPerson(), { foreign: true }),
  'signed by a key that the token brings': () =>
    forged({ alg: 'RS256', kid: 'test', jwk: issuer.jwk, jku: 'http://127.0.0.1:1/' }, hmac('x')),
  'an unknown critical header': () =>
    forged({ alg: 'RS256', kid: 'test', crit: ['exp2'], exp2: 1 }, hmac('x')),
  'of another issuer or pool': withClaims({ iss: 'https://cognito-idp.eu-west-1.amazonaws.com/other' }),
  'of another client': withClaims({ client_id: 'other' }),
  'of no client': withClaims({ client_id: undefined }),
  'an ID token': withClaims({ token_use: 'id', aud: 'console', client_id: undefined, scope: undefined }),
  'of no use': withClaims({ token_use: undefined }),
  'without the scope': withClaims({ scope: 'openid email' }),
  'with a scope that only begins alike': withClaims({ scope: 'openid vms/console2' }),
  expired: withClaims({ exp: inSeconds(-60), iat: inSeconds(-960) }),
  'without an end': withClaims({ exp: undefined }),
  'before its time (nbf)': withClaims({ nbf: inSeconds(60) }),
  'from the future (iat)': withClaims({ iat: inSeconds(60), exp: inSeconds(960) }),
  'without a moment': withClaims({ iat: undefined }),
  'without a subject': withClaims({ sub: undefined }),
  'with an empty subject': withClaims({ sub: '' }),
  'with a subject that is no text': withClaims({ sub: 7 }),
};

describe('a credential that is no access token of the console', () => {
  const plain = ({ status, body, headers }: Awaited<ReturnType<Api>>) => [
    status,
    body,
    [...headers].filter(([name]) => !['x-request-id', 'date'].includes(name)),
  ];

  test.each(Object.keys(REFUSED))(
    '%s: gets the one 401, byte for byte, and no table is touched',
    async (name) => {
      const credential = (await REFUSED[name]?.()) ?? null;
      const none = await list(null);
      expect(none.status).toBe(401);
      expect(none.headers.get('www-authenticate')).toBe('Bearer');
      expect(none.body.error).toEqual({ code: 'UNAUTHENTICATED', message: REFUSED_TOKEN });
      calls = 0;
      expect(plain(await list(credential))).toEqual(plain(none));
      expect(calls).toBe(0);
    },
  );

  test('a token that is sent twice is refused: either might be meant', async () => {
    const token = await issuer.token(newPerson());
    const line = `Authorization: Bearer ${token}`;
    const connection = await rawConnection(bench.apiUrl);
    await connection.send(
      [`GET ${CONSOLE_VIDEOS} HTTP/1.1`, 'Host: 127.0.0.1', line, line, '', ''].join('\r\n'),
    );
    expect((await connection.answer()).status).toBe(401);
    connection.socket.destroy();
  });

  test('a cookie opens nothing, alone or with a token in it', async () => {
    const token = await issuer.token(newPerson());
    for (const Cookie of [`token=${token}`, `Authorization=Bearer ${token}`, `session=${token}`])
      expect((await api('GET', CONSOLE_VIDEOS, { key: null, headers: { Cookie } })).status).toBe(401);
  });

  test('a token in the address opens nothing', async () => {
    const token = await issuer.token(newPerson());
    expect((await api('GET', `${CONSOLE_VIDEOS}?access_token=${token}`, { key: null })).status).toBe(401);
  });
});

test('a token is good within a small difference of clocks', async () => {
  for (const claims of [{ nbf: inSeconds(3) }, { iat: inSeconds(3) }])
    expect((await list(await issuer.token(newPerson(), { claims }))).status).toBe(200);
});

test('the provider’s keys are fetched once', async () => {
  for (let i = 0; i < 3; i++) await list(await issuer.token(newPerson()));
  expect(issuer.fetches()).toBe(1);
});

describe('what integrators have', () => {
  test('a token opens nothing on /api, and is looked up nowhere', async () => {
    const token = await issuer.token(newPerson());
    expect((await list(token)).status).toBe(200);
    calls = 0;
    for (const target of ['/api/videos', '/api/v1/whoami', '/nowhere'])
      expect((await api('GET', target, { key: token })).status).toBe(401);
    expect(calls).toBe(0);
  });
});
