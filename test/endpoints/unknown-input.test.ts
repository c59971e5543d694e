import { beforeAll, describe, expect, test } from 'vitest';
import { endpointsFor } from '../../shared/contract/audience.ts';
import { DOCUMENTATION } from '../../shared/contract/openapi/documentation/documentation.ts';
import { openApiDocument } from '../../shared/contract/openapi/openapi-document.ts';
import type { Route } from '../../shared/contract/route.ts';
import { isRepeatable } from '../../shared/contract/schemas/primitives.ts';
import { type Api, apiOf, fileForm } from '../support/service/api.ts';
import { examplePath } from '../support/service/example-target.ts';
import { startTestService } from '../support/service/test-service.ts';
import { seedVideo, trackedCars } from '../support/videos/seed-video.ts';

let api: Api;
let video: string;

beforeAll(async () => {
  const service = await startTestService({ worker: false });
  api = apiOf(service);
  video = await seedVideo(service, { account: 'demo', parts: trackedCars(['car1']) });
});

const targetOf = (route: Route): string => examplePath(route, video, 'car1');

const exampleOf = ({ key, body }: Route): unknown =>
  body?.kind === 'multipart'
    ? DOCUMENTATION.get(key)?.alternatives?.['application/json']
    : DOCUMENTATION.get(key)?.body;

const naming = (field: string) => ({
  status: 400,
  body: { error: { code: 'INVALID_PARAMETER', field, message: expect.stringContaining(field) } },
});

const definitions = endpointsFor('integrators').map(
  (route) => [`${route.method} ${route.path}`, route] as const,
);

describe.each(definitions)('%s refuses in its query', (_, route) => {
  const ask = (query: string) => {
    const json = exampleOf(route);
    return api(route.method, `${targetOf(route)}?${query}`, json === undefined ? {} : { json });
  };

  test.each(['no_such', '__proto__', 'constructor', 'toString'])('the unknown parameter %s', async (name) => {
    expect(await ask(`${name}=1`)).toMatchObject(naming(name));
  });

  test('a parameter given twice, be it with the same value', async () => {
    expect(await ask('no_such=1&no_such=1')).toMatchObject(naming('no_such'));
    const [known] = Object.keys(DOCUMENTATION.get(route.key)?.query ?? {}).filter(
      (name) => !isRepeatable(route.query, name),
    );
    if (known !== undefined) expect(await ask(`${known}=1&${known}=1`)).toMatchObject(naming(known));
  });

  test('what is not UTF-8', async () => {
    expect(await ask('%ff=1')).toMatchObject({ status: 400, body: { error: { code: 'INVALID_PARAMETER' } } });
  });
});

test('a typing mistake is reported with the known names', async () => {
  const { body } = await api('GET', '/api/videos?page_size=5');
  expect(body.error.message).toContain('page_size is unknown; expected here: page, pageSize, ');
});

describe('known parameters given twice', () => {
  test.each([
    ['GET', '/api/videos?page=1&page=1', 'page'],
    ['GET', '/api/videos?pageSize=5&page=1&pageSize=5', 'pageSize'],
    ['GET', '/api/videos/{id}/metadata?version=1&version=2', 'version'],
    ['GET', '/api/videos/{id}/versions?limit=1&limit=1', 'limit'],
    ['GET', '/api/videos/{id}/export?format=json&format=json', 'format'],
    ['DELETE', '/api/videos/{id}/objects/car1?baseVersion=1&baseVersion=1', 'baseVersion'],
  ])('%s %s', async (method, target, field) => {
    expect(await api(method, target.replace('{id}', video))).toMatchObject(naming(field));
  });
});

describe('an unknown member of a body is refused', () => {
  test.each([
    ['POST', '/api/videos/{id}/process', { fps: 5, label: ['object'] }, 'label'],
    ['POST', '/api/videos/{id}/process', { __proto: 1 }, '__proto'],
    ['POST', '/api/videos/upload', { fileName: 'a.mp4', fileSize: 1, autoprocess: true }, 'autoprocess'],
    ['POST', '/api/videos/{id}/upload/complete', { parts: [{ number: 1, etag: 'x' }], crc: '' }, 'crc'],
    ['POST', '/api/videos/{id}/upload/complete', { parts: [{ number: 1, etag: 'x', n: 1 }] }, 'parts.0.n'],
    [
      'POST',
      '/api/v1/projects/{id}/plugins',
      { type: 'user:a', version: '1.0.0', configSchema: {}, name: 'A' },
      'name',
    ],
    [
      'POST',
      '/api/v1/projects/{id}/changes',
      { baseRevision: 1, changes: [{ op: 'add', path: '/x', value: 1 }], descripton: 'x' },
      'descripton',
    ],
  ])('%s %s %j', async (method, target, json, field) => {
    expect(await api(method, target.replace('{id}', video), { json })).toMatchObject(naming(field));
  });

  test('nothing came of it', async () => {
    const { body } = await api<{ currentVersion: number }>('GET', `/api/videos/${video}/versions`);
    expect(body.currentVersion).toBe(1);
    expect((await api('GET', `/api/videos/${video}/process/status`)).status).toBe(404);
  });
});

describe('a body of a request that takes none', () => {
  const REQUESTS = [
    ['DELETE', '/api/videos/{id}'],
    ['DELETE', '/api/videos/{id}/objects/car1'],
    ['POST', '/api/videos/{id}/process/cancel'],
  ] as const;

  test.each(REQUESTS)('is refused where it says something: %s %s', async (method, target) => {
    const send = (raw: string, type = 'application/json') =>
      api(method, target.replace('{id}', video), { raw, headers: { 'Content-Type': type } });
    expect(await send('{"force":true}')).toMatchObject(naming('force'));
    expect(await send('[]')).toMatchObject(naming('body'));
    expect((await send('hello', 'text/plain')).body.error.field).toBe('Content-Type');
    expect(await send(`"${'x'.repeat(2_000_000)}"`)).toMatchObject(naming('body'));
    for (const broken of ['{"a":', 'hello', ' ']) {
      expect(await send(broken)).toMatchObject({
        status: 400,
        body: { error: { code: 'INVALID_JSON', field: 'body' } },
      });
    }
  });

  test('may be the empty object that many clients send', async () => {
    const gone = await api('DELETE', `/api/videos/${video}/objects/nothing`, { json: {} });
    expect(gone.body.error.code).toBe('OBJECT_NOT_FOUND');
    const idle = await api('POST', `/api/videos/${video}/process/cancel`, { json: {} });
    expect(idle.body.error.code).toBe('JOB_NOT_CANCELLABLE');
  });
});

describe('open groups stay open', () => {
  test('metadata keeps members that it does not know', async () => {
    const json = { extra: { a: 1 }, layers: [{ id: 'l', depth: 3, overlays: [{ id: 'o', glow: true }] }] };
    expect((await api('PATCH', `/api/videos/${video}/metadata`, { json })).status).toBe(200);
    expect((await api('GET', `/api/videos/${video}/metadata`)).body).toMatchObject(json);
  });

  test('members that RFC 6902 does not define are ignored', async () => {
    const changes = [{ op: 'add', path: '/extra/b', value: 2, comment: 'why' }];
    const { body } = await api<{ currentVersion: number }>('GET', `/api/videos/${video}/versions`);
    const json = { baseRevision: body.currentVersion, changes };
    expect((await api('POST', `/api/v1/projects/${video}/changes`, { json })).status).toBe(200);
  });
});

test.each([
  ['status', 'x'],
  ['autoprocess', 'true'],
  ['__proto__', 'x'],
])('an unknown form field %s is refused', async (name, value) => {
  const form = fileForm(new Uint8Array(100), 'a.mp4', { [name]: value });
  expect(await api('POST', '/api/videos/upload', { form })).toMatchObject(naming(name));
});

test('the reference says of the bodies that they take no further members', () => {
  const { paths, components } = openApiDocument(endpointsFor('integrators'));
  const further = (path: string, type = 'application/json') => {
    const schema = paths[path]?.post?.requestBody?.content[type]?.schema;
    const name = schema?.$ref?.split('/').at(-1);
    return (name === undefined ? schema : components.schemas[name])?.additionalProperties;
  };
  expect(further('/api/videos/{id}/process')).toBe(false);
  expect(further('/api/videos/upload')).toBe(false);
  expect(further('/api/videos/upload', 'multipart/form-data')).toBe(false);
  expect(further('/api/videos/{id}/upload/complete')).toBe(false);
  expect(further('/api/v1/projects/{videoId}/plugins')).toBe(false);
  expect(further('/api/v1/projects/{videoId}/changes')).toBe(false);
});
