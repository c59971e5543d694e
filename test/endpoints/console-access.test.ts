import { createHmac, createPublicKey, randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { rowsFor } from '../../shared/contract/audience.ts';
import { LIMITS } from '../../shared/contract/limits.ts';
import { DOCUMENTATION } from '../../shared/contract/openapi/documentation/documentation.ts';
import type { Route } from '../../shared/contract/route.ts';
import { openAll } from '../../shared/kernel/runtime/openers.ts';
import { linkIdentity } from '../../shared/service/identity/link-identity.ts';
import { OPERATOR_STORES } from '../../shared/service/operator-stores.ts';
import { tableName } from '../../shared/stores/dynamodb/client.ts';
import { update } from '../../shared/stores/dynamodb/expression.ts';
import { updateItem } from '../../shared/stores/dynamodb/write.ts';
import { openIdentityAdministration, openIdentityLookup } from '../../shared/stores/identities.ts';
import { beforeNext } from '../support/faults/before-next.ts';
import { fail, type Moment, on } from '../support/faults/moments.ts';
import { startTestIssuer, type TestIssuer } from '../support/identity/test-issuer.ts';
import { type Api, apiOf } from '../support/service/api.ts';
import { createKey } from '../support/service/create-key.ts';
import { rawConnection } from '../support/service/raw-http.ts';
import { startWorkbench, type Workbench } from '../support/service/workbench.ts';
import { interceptCalls, type StoreCall } from '../support/store-calls.ts';
import { seedVideo, trackedCars } from '../support/videos/seed-video.ts';
import { tableItems } from '../support/videos/table-items.ts';

let bench: Workbench;
let issuer: TestIssuer;
/** Calls as no one. */
let api: Api;
let calls = 0;

beforeAll(async () => {
  issuer = await startTestIssuer();
  bench = await startWorkbench();
  api = apiOf({ apiUrl: bench.apiUrl, apiKey: '' });
  interceptCalls((_, proceed) => {
    calls += 1;
    return proceed();
  });
});

const LIST = '/console/api/videos';

let people = 0;
const newPerson = (): string => `person-${++people}`;

const list = (key: string | null) => api('GET', LIST, { key });

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

/** Credentials that must open nothing, by what is wrong with them. */
const REFUSED: Readonly<Record<string, () => Promise<string | null>>> = {
  none: async () => null,
  nonsense: async () => 'nonsense',
  'an API key': async () => (await createKey(bench.environment)).secret,
  'a token without signature (alg none)': () => forged({ alg: 'none', typ: 'JWT' }, () => ''),
  'alg None in other letters': () => forged({ alg: 'nOnE', typ: 'JWT' }, () => ''),
  'HS256 with the public key as the secret': () => forged({ alg: 'HS256', kid: 'test' }, hmac(publicPem())),
  'HS256 with the published key as the secret': () =>
    forged({ alg: 'HS256', kid: 'test' }, hmac(JSON.stringify(issuer.jwk))),
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
      calls = 0;
      expect(plain(await list(credential))).toEqual(plain(none));
      expect(calls).toBe(0);
    },
  );

  test('a token that is sent twice is refused: either might be meant', async () => {
    const token = await issuer.token(newPerson());
    const line = `Authorization: Bearer ${token}`;
    const connection = await rawConnection(bench.apiUrl);
    await connection.send([`GET ${LIST} HTTP/1.1`, 'Host: 127.0.0.1', line, line, '', ''].join('\r\n'));
    expect((await connection.answer()).status).toBe(401);
    connection.socket.destroy();
  });

  test('a cookie opens nothing, alone or with a token in it', async () => {
    const token = await issuer.token(newPerson());
    for (const Cookie of [`token=${token}`, `Authorization=Bearer ${token}`, `session=${token}`])
      expect((await api('GET', LIST, { key: null, headers: { Cookie } })).status).toBe(401);
  });

  test('a token in the address opens nothing', async () => {
    const token = await issuer.token(newPerson());
    expect((await api('GET', `${LIST}?access_token=${token}`, { key: null })).status).toBe(401);
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

describe('addresses below the console’s path', () => {
  const unknown = [
    ['GET', '/console/api'],
    ['GET', '/console/api/'],
    ['GET', '/console/api/nowhere'],
    ['GET', '/console/api/v1/whoami'],
    ['GET', '/console/api/v1/projects'],
    ['GET', '/console/api/docs'],
    ['GET', '/console/api/openapi.json'],
    ['GET', '/console/api/api/videos'],
    ['GET', '/console/%61pi/nowhere'],
    ['DELETE', '/console/api/videos'],
    ['OPTIONS', '/console/api/videos'],
  ] as const;

  test.each(unknown)(
    '%s %s is 401 without a token, and 404 with one, as the contract says',
    async (method, target) => {
      const without = await api(method, target, { key: null });
      expect([without.status, without.body.error.code]).toEqual([401, 'UNAUTHENTICATED']);
      const withKey = await api(method, target, { key: (await createKey(bench.environment)).secret });
      expect(withKey.status).toBe(401);
      const withToken = await api(method, target, { key: await issuer.token(newPerson()) });
      expect([withToken.status, withToken.body.error.code]).toEqual([404, 'ROUTE_NOT_FOUND']);
    },
  );

  test.each(rowsFor('console').map(({ method, path }) => [method, path] as const))(
    '%s %s is behind the console’s authorizer',
    async (method, path) => {
      const { secret } = await createKey(bench.environment);
      for (const key of [null, secret]) expect((await api(method, path, { key })).status).toBe(401);
    },
  );

  test('one that only begins alike is the integrators’', async () => {
    const token = await issuer.token(newPerson());
    const { secret } = await createKey(bench.environment);
    for (const target of ['/console/apix', '/console', '/consolex/api/videos', '/console/videos']) {
      expect((await api('GET', target, { key: token })).status).toBe(401);
      expect((await api('GET', target, { key: secret })).status).toBe(404);
    }
  });

  test('no answer may be read by another origin, and no preflight is answered', async () => {
    const token = await issuer.token(newPerson());
    const headers = { Origin: 'https://elsewhere.example' };
    const answers = [
      await api('GET', LIST, { key: token, headers }),
      await api('GET', LIST, { key: null, headers }),
      await api('GET', `${LIST}?page=x`, { key: token, headers }),
      await api('GET', '/console/api/nowhere', { key: token, headers }),
      await api('OPTIONS', LIST, { key: null, headers }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 401, 400, 404, 401]);
    for (const answer of answers)
      expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
  });
});

describe('a person who signs in for the first time', () => {
  const itemsOf = async (subject: string) => {
    const found = [];
    for await (const item of tableItems(bench.environment, 'identities'))
      if (item.subject === subject) found.push(item);
    return found;
  };
  const accounts = async () => {
    const found: Record<string, unknown>[] = [];
    for await (const item of tableItems(bench.environment, 'accounts')) found.push(item);
    return found;
  };

  test('ten times at once becomes one identity and one account', async () => {
    const before = await accounts();
    const person = newPerson();
    const token = await issuer.token(person);
    const answers = await Promise.all(Array.from({ length: 10 }, () => list(token)));
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    const [identity, ...more] = await itemsOf(person);
    expect(more).toEqual([]);
    const made = (await accounts()).filter((item) => !before.some((old) => old.accountId === item.accountId));
    // The account, and the item that reserves its handle.
    expect(made).toHaveLength(2);
    expect(made.find((item) => item.accountId === identity?.accountId)).toMatchObject({ tier: 'free' });
  });

  test('has a handle that nothing in the token decides', async () => {
    const names = {
      email: 'demo',
      name: 'demo',
      preferred_username: 'demo',
      nickname: 'demo',
      username: 'demo',
    };
    const token = await issuer.token('demo', { claims: names });
    expect((await list(token)).status).toBe(200);
    const [identity] = await itemsOf('demo');
    const account = (await accounts()).find((item) => item.accountId === identity?.accountId);
    expect(account?.handle).toMatch(/^user-[0-9a-f]{16}$/);
  });

  test('of the same name at another issuer is another person', async () => {
    const person = newPerson();
    const foreign = { issuer: 'https://other.example', subject: person };
    const { accountId: theirs } = await openIdentityAdministration(bench.environment).link(
      foreign,
      randomUUID(),
    );
    await list(await issuer.token(person));
    const ids = (await itemsOf(person)).map(({ accountId }) => accountId);
    expect(new Set(ids).size).toBe(2);
    expect(ids).toContain(theirs);
  });

  test.each(['identity', 'handle', 'account', 'note that the account is there'] as const)(
    'and whose request dies at the %s has one account after the next request',
    async (what) => {
      const person = newPerson();
      const token = await issuer.token(person);
      const itemOf = ({ input }: StoreCall) => (input as { Item?: object }).Item ?? {};
      const moments: Readonly<Record<typeof what, Moment>> = {
        identity: on('PutItem', 'identities'),
        handle: (call) => on('PutItem', 'accounts')(call) && 'owner' in itemOf(call),
        account: (call) => on('PutItem', 'accounts')(call) && 'tier' in itemOf(call),
        'note that the account is there': on('UpdateItem', 'identities'),
      };
      const death = beforeNext(moments[what], fail);
      expect((await list(token)).status).toBe(500);
      expect(death.happened).toBe(true);
      expect((await list(token)).status).toBe(200);
      const [identity, ...more] = await itemsOf(person);
      expect(more).toEqual([]);
      expect((await accounts()).filter(({ accountId }) => accountId === identity?.accountId)).toHaveLength(1);
      expect(identity?.hasAccount).toBe(true);
    },
  );
});

describe('an identity', () => {
  const administration = () => openIdentityAdministration(bench.environment);
  const nameOf = (subject: string) => ({ issuer: issuer.issuer, subject });

  test('that is disabled is refused with the next request, and when it is enabled let in again with a new session', async () => {
    const person = newPerson();
    const token = await issuer.token(person);
    expect((await list(token)).status).toBe(200);
    await administration().disable(nameOf(person));
    expect((await list(token)).status).toBe(401);
    const anew = await issuer.token(person, { at: Date.now() + 2000 });
    bench.advance(3000);
    expect((await list(anew)).status).toBe(401);
    await administration().enable(nameOf(person));
    expect((await list(token)).status).toBe(401);
    expect((await list(anew)).status).toBe(200);
  });

  test('that was disabled before its first request is refused from the first on', async () => {
    const person = newPerson();
    const token = await issuer.token(person);
    await administration().disable(nameOf(person));
    expect((await list(token)).status).toBe(401);
  });

  test('that has signed out everywhere is refused until it signs in anew; others are not', async () => {
    const [person, other] = [newPerson(), newPerson()];
    const begun = Date.now() - 60_000;
    const tokens = await Promise.all([begun, begun + 1000].map((at) => issuer.token(person, { at })));
    const othersToken = await issuer.token(other, { at: begun });
    const [first = ''] = tokens;
    expect((await list(othersToken)).status).toBe(200);
    const answer = await api('POST', '/console/api/sign-out-everywhere', { key: first });
    expect([answer.status, answer.body]).toEqual([200, { success: true }]);
    for (const token of tokens) expect((await list(token)).status).toBe(401);
    expect((await list(othersToken)).status).toBe(200);
    // Refreshed in the old session, hence younger than the sign-out.
    const at = Date.now() + 2000;
    const refreshed = await issuer.token(person, { at, claims: { auth_time: Math.floor(begun / 1000) } });
    const anew = await issuer.token(person, { at });
    const withoutAuthTime = await issuer.token(person, { at, claims: { auth_time: undefined } });
    bench.advance(3000);
    expect((await list(refreshed)).status).toBe(401);
    expect((await list(anew)).status).toBe(200);
    expect((await list(withoutAuthTime)).status).toBe(200);
  });

  test('may ask as often as people in the console, whatever the tier of the account', async () => {
    bench.stopTime();
    const at = bench.environment.runtime.now();
    const person = newPerson();
    const token = await issuer.token(person, { at });
    const { headers } = await list(token);
    expect(headers.get('x-ratelimit-limit')).toBe(String(LIMITS.identityRequests));
    expect(headers.get('x-ratelimit-remaining')).toBe(String(LIMITS.identityRequests - 1));
    const { identityId = '' } = (await openIdentityLookup(bench.environment).find(nameOf(person))) ?? {};
    for await (const { counter } of tableItems(bench.environment, 'limits')) {
      if (!String(counter).includes(identityId)) continue;
      const used = update`SET requests = ${LIMITS.identityRequests}`;
      await updateItem(tableName(bench.environment, 'limits'), { counter }, used);
    }
    const refused = await list(token);
    expect([refused.status, refused.body.error.code]).toEqual([429, 'RATE_LIMITED']);
    expect((await list(await issuer.token(newPerson(), { at }))).status).toBe(200);
  });
});

describe('between accounts', () => {
  const ofVideo = rowsFor('console').filter(({ path }) => path.includes('{id}'));
  const target = (path: string, video: string) =>
    path.replace('{id}', video).replace('{objectId}', 'x').replace('{version}', '1');
  /** A valid body where the endpoint requires one: the reference's example. And the version that it changes. */
  const writes = ({ key, body, etag }: Route) => ({
    ...(body?.kind === 'json' && !body.optional ? { json: DOCUMENTATION.get(key)?.body } : {}),
    ...(etag === 'matched' ? { headers: { 'If-Match': '"1"' } } : {}),
  });

  test.each(ofVideo.map((row) => [row.method, row.path, row] as const))(
    '%s %s answers NOT_OWNER to a person of another account',
    async (method, path, row) => {
      const video = await seedVideo(bench.environment, { parts: trackedCars(['obj_000000000001']) });
      const token = await issuer.token(newPerson());
      const answer = await api(method, target(path, video), { key: token, ...writes(row) });
      expect([answer.status, answer.body.error.code]).toEqual([403, 'NOT_OWNER']);
    },
  );

  test('a person sees what the keys of their account see, and no more', async () => {
    const { environment } = bench;
    const { secret } = await createKey(environment, { account: 'shared' });
    const { userId } = (await api<{ userId: string }>('GET', '/api/v1/whoami', { key: secret })).body;
    const video = await seedVideo(environment, { account: 'shared' });
    const person = newPerson();
    const token = await issuer.token(person);
    await linkIdentity(openAll(OPERATOR_STORES, environment), {
      issuer: issuer.issuer,
      subject: person,
      accountId: userId,
    });
    const seen = async (path: string, key: string) =>
      (await api<{ videos: { id: string }[] }>('GET', path, { key })).body.videos.map(({ id }) => id);
    expect(await seen(LIST, token)).toEqual([video]);
    expect(await seen('/api/videos', secret)).toEqual([video]);
    expect(await seen(LIST, await issuer.token(newPerson()))).toEqual([]);
    expect((await api('DELETE', `${LIST}/${video}`, { key: token })).status).toBe(200);
  });
});
