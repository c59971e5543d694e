import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { endpointsFor } from '../../shared/contract/audience.ts';
import { DOCUMENTATION } from '../../shared/contract/openapi/documentation/documentation.ts';
import type { Route } from '../../shared/contract/route.ts';
import { SCOPES } from '../../shared/contract/scopes.ts';
import { generateSecret, hashSecret } from '../../shared/domain/keys/api-key.ts';
import { systemRuntime } from '../../shared/kernel/runtime/runtime.ts';
import { openKeys } from '../../shared/stores/keys/keys.ts';
import { synthesizeClip } from '../../synthetic/synthesize-clip.ts';
import { beforeNext } from '../support/faults/before-next.ts';
import { apiOf, settled, upload } from '../support/service/api.ts';
import { createKey } from '../support/service/create-key.ts';
import { exampleTarget } from '../support/service/example-target.ts';
import { startTestService, temporaryFolder } from '../support/service/test-service.ts';

const ENDPOINTS = endpointsFor('integrators');

const DAY = 24 * 60 * 60_000;

const service = await startTestService();
const api = apiOf(service);
const file = path.join(await temporaryFolder('clips'), 'clip.mp4');
await synthesizeClip(file, { seconds: 1, width: 160, height: 96, fps: 10 });
const video = await upload(api, file);
await settled(api, video);

const target = (route: Route) => exampleTarget(route, video, 'x');

/** A valid body where the endpoint requires one: the reference's example. */
const writes = ({ key, body }: Route) =>
  body?.kind === 'json' && !body.optional ? { json: DOCUMENTATION.get(key)?.body } : {};

describe('keys that do not work', () => {
  const answers = async () => {
    const { secret: revoked, key, environment } = await createKey(service);
    await openKeys(environment).revoke(key);
    const { secret } = await createKey(service, { expiresInDays: 30 });
    const flipped = secret.slice(0, -1) + (secret.endsWith('0') ? '1' : '0');
    const unknown = generateSecret('vms', systemRuntime);
    const { secret: expired } = await createKey(service, {
      expiresInDays: 30,
      createdAt: Date.now() - 31 * DAY,
    });
    return Promise.all([
      api('GET', '/api/v1/whoami', { key: null, headers: { Authorization: 'Basic a2V5Og==' } }),
      ...[null, 'nonsense', flipped, unknown, revoked, expired].map((key) =>
        api('GET', '/api/v1/whoami', { key }),
      ),
    ]);
  };

  test('get the same 401 whatever is wrong, with WWW-Authenticate', async () => {
    const [first, ...others] = await answers();
    expect(first?.status).toBe(401);
    expect(first?.headers.get('www-authenticate')).toBe('Bearer');
    expect(first?.body.error.code).toBe('UNAUTHENTICATED');
    const plain = (answer: typeof first) => [
      answer?.status,
      answer?.body,
      [...(answer?.headers ?? [])].filter(([name]) => !['x-request-id', 'date'].includes(name)),
    ];
    for (const other of others) expect(plain(other)).toEqual(plain(first));
  });
});

test('a key with a wrong checksum is refused before anything is looked up', async () => {
  const { secret } = await createKey(service);
  const flipped = secret.slice(0, -1) + (secret.endsWith('0') ? '1' : '0');
  const lookUp = beforeNext(
    ({ input }) => JSON.stringify(input).includes(hashSecret(flipped)),
    async () => {},
  );
  expect((await api('GET', '/api/v1/whoami', { key: flipped })).status).toBe(401);
  expect(lookUp.happened).toBe(false);
});

test('a revoked key stops working with the next request', async () => {
  const { secret, key, environment } = await createKey(service);
  expect((await api('GET', '/api/v1/whoami', { key: secret })).status).toBe(200);
  await openKeys(environment).revoke(key);
  expect((await api('GET', '/api/v1/whoami', { key: secret })).status).toBe(401);
});

describe('scopes', () => {
  const cases = ENDPOINTS.flatMap((route) =>
    route.scopes.map((scope) => [route.method, route.path, scope, route] as const),
  );

  test.each(cases)('%s %s without %s is refused', async (method, _, scope, route) => {
    const { secret } = await createKey(service, { scopes: SCOPES.filter((held) => held !== scope) });
    const answer = await api(method, target(route), { key: secret, ...writes(route) });
    expect([answer.status, answer.body.error.code]).toEqual([403, 'INSUFFICIENT_SCOPE']);
    expect(answer.body.error.details).toEqual({ required: [scope] });
  });

  test.each([null, [], [randomUUID()]])(
    'whoami needs none and identifies the key, restricted to %j',
    async (ids) => {
      const { secret, keyId } = await createKey(service, { scopes: ['media:upload'], projectIds: ids });
      const { status, body } = await api<Record<string, unknown>>('GET', '/api/v1/whoami', { key: secret });
      expect(status).toBe(200);
      expect(body).toMatchObject({ keyId, name: 'Test', scopes: ['media:upload'], projectIds: ids });
    },
  );
});

describe('other accounts and restricted keys', () => {
  const ofVideo = ENDPOINTS.filter((route) => /\{(id|videoId)\}/.test(route.path));

  test.each(ofVideo.map((route) => [route.method, route.path, route] as const))(
    '%s %s answers NOT_OWNER to another account',
    async (method, _, route) => {
      const { secret } = await createKey(service, { account: 'stranger' });
      const answer = await api(method, target(route), { key: secret, ...writes(route) });
      expect([answer.status, answer.body.error.code]).toEqual([403, 'NOT_OWNER']);
    },
  );

  test.each(ofVideo.map((route) => [route.method, route.path, route] as const))(
    '%s %s answers PROJECT_NOT_ALLOWED to a key restricted to other videos',
    async (method, _, route) => {
      const { secret } = await createKey(service, { account: 'demo', projectIds: [] });
      const answer = await api(method, target(route), { key: secret, ...writes(route) });
      expect([answer.status, answer.body.error.code]).toEqual([403, 'PROJECT_NOT_ALLOWED']);
    },
  );

  test('a restricted key may use the videos it is restricted to', async () => {
    const { secret } = await createKey(service, { account: 'demo', projectIds: [video] });
    expect((await api('GET', `/api/videos/${video}`, { key: secret })).status).toBe(200);
  });

  test('a restricted key lists only its videos', async () => {
    const list = async (projectIds: string[]) => {
      const { secret } = await createKey(service, { account: 'demo', projectIds });
      return (await api<{ total: number; videos: { id: string }[] }>('GET', '/api/videos', { key: secret }))
        .body;
    };
    expect(await list([])).toMatchObject({ total: 0, videos: [] });
    expect(await list([video])).toMatchObject({ total: 1, videos: [{ id: video }] });
  });

  test('another account sees an empty list', async () => {
    const { secret } = await createKey(service, { account: 'stranger' });
    const { body } = await api<{ total: number }>('GET', '/api/videos', { key: secret });
    expect(body).toMatchObject({ total: 0, videos: [] });
  });
});

test('every answer carries a request id and the CORS headers', async () => {
  for (const answer of [
    await api('GET', '/api/v1/whoami'),
    await api('GET', '/api/v1/whoami', { key: null }),
    await api('GET', '/nowhere'),
    await api('GET', '/api/videos?page=x'),
  ]) {
    expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  }
});

test('a browser may ask beforehand, without a key', async () => {
  const response = await fetch(`${service.apiUrl}/api/videos`, { method: 'OPTIONS' });
  expect(response.status).toBe(204);
  expect(response.headers.get('access-control-allow-headers')).toContain('Authorization');
});
