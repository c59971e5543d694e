import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { endpointsFor } from '../../shared/contract/audience.ts';
import { generateSecret } from '../../shared/domain/keys/api-key.ts';
import { systemRuntime } from '../../shared/kernel/runtime/runtime.ts';
import { openKeys } from '../../shared/stores/keys/keys.ts';
import { synthesizeClip } from '../../synthetic/synthesize-clip.ts';
import { type Api, apiOf, settled, upload } from '../support/service/api.ts';
import { createKey } from '../support/service/create-key.ts';
import { startTestService, type TestService, temporaryFolder } from '../support/service/test-service.ts';

let service: TestService;
let api: Api;
let video: string;
const written: string[] = [];

beforeAll(async () => {
  process.env.VMS_LOG_LEVEL = 'INFO';
  for (const stream of [process.stdout, process.stderr]) {
    vi.spyOn(stream, 'write').mockImplementation((chunk) => {
      written.push(String(chunk));
      return true;
    });
  }
  service = await startTestService();
  api = apiOf(service);
  const file = path.join(await temporaryFolder('clips'), 'clip.mp4');
  await synthesizeClip(file, { seconds: 1, width: 160, height: 96, fps: 10 });
  video = await upload(api, file);
  await settled(api, video);
});

beforeEach(() => {
  written.length = 0;
});

afterAll(() => {
  vi.restoreAllMocks();
});

const lines = (wanted = 'request') =>
  written
    .join('')
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ message }) => message === wanted);

test('a request makes one line with caller, request and outcome', async () => {
  const { secret, keyId } = await createKey(service, { account: 'demo' });
  const answer = await api('GET', `/api/videos/${video}/metadata`, { key: secret });
  expect(lines()).toEqual([
    expect.objectContaining({
      level: 'INFO',
      service: 'video-metadata',
      requestId: answer.headers.get('x-request-id'),
      accountId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      keyId,
      route: 'GET /api/videos/{id}/metadata',
      status: 200,
      durationMs: expect.any(Number),
    }),
  ]);
});

test('an error is logged by its code', async () => {
  await api('GET', `/api/videos/${video}/metadata?version=99`);
  expect(lines()).toMatchObject([{ status: 404, code: 'VERSION_NOT_FOUND' }]);
});

test('a refused key is distinguished from others in the log only', async () => {
  const { secret, keyId, key: revoked, environment } = await createKey(service, { account: 'demo' });
  await openKeys(environment).revoke(revoked);
  const unknown = generateSecret('vms', systemRuntime);
  for (const key of ['nonsense', unknown, secret]) await api('GET', '/api/v1/whoami', { key });
  expect(lines('key refused')).toMatchObject([
    { cause: 'malformed' },
    { cause: 'unknown' },
    { cause: 'expired or revoked', keyId },
  ]);
  for (const hidden of [unknown, secret]) expect(written.join('')).not.toContain(hidden);
});

test('a request that nobody made has no account', async () => {
  await fetch(`${service.apiUrl}/api/openapi.json`);
  const [line] = lines();
  expect(line).toMatchObject({ route: 'GET /api/openapi.json', status: 200 });
  expect(line).not.toHaveProperty('accountId');
});

describe('secrets', () => {
  const hide = (secret: string) => ({
    headers: { 'X-Api-Key': secret, Cookie: `key=${secret}`, 'If-Match': `"${secret}"` },
    target: (routePath: string) => `${routePath.replace('{id}', secret)}?key=${secret}&version=${secret}`,
  });

  test('never reach a line, wherever a caller puts them', async () => {
    const { secret } = await createKey(service, { account: 'demo' });
    const { headers, target } = hide(secret);
    const closed = endpointsFor('integrators').filter((route) => !route.open);
    for (const { method, path: routePath } of closed) {
      const body = method === 'GET' || method === 'DELETE' ? {} : { json: { [secret]: secret } };
      await api(method, target(routePath), { key: secret, headers, ...body });
      await api(method, routePath.replace('{id}', secret), { key: secret, ...body });
    }
    await api('GET', `/nowhere/${secret}`, { key: secret });
    expect(lines()).toHaveLength(2 * closed.length + 1);
    expect(written.join('')).not.toContain(secret);
    expect(written.join('')).not.toMatch(/authorization|bearer/i);
  });

  test('of signed addresses never reach a line', async () => {
    const { body } = await api<{ streamUrl: string }>('GET', `/api/videos/${video}`);
    await api('GET', `/api/videos/${video}/export`);
    await api('GET', `/api/videos/${video}?from=${encodeURIComponent(body.streamUrl)}`);
    expect(body.streamUrl).toContain('X-Amz-Signature');
    expect(lines()).toHaveLength(3);
    expect(written.join('')).not.toContain('X-Amz-');
  });
});
