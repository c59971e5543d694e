import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { ErrorCode } from '../../../shared/contract/errors.ts';
import { DOCUMENTATION } from '../../../shared/contract/openapi/documentation/documentation.ts';
import { OBJECT_ID, OVERLAY } from '../../../shared/contract/openapi/documentation/samples.ts';
import { ERROR_CATALOGUE } from '../../../shared/contract/openapi/error-catalogue.ts';
import { shortClip } from '../../support/clips/short-clip.ts';
import { type Api, apiOf, fileForm } from '../../support/service/api.ts';
import { createKey } from '../../support/service/create-key.ts';
import { startTestService } from '../../support/service/test-service.ts';
import { seedVideo } from '../../support/videos/seed-video.ts';

const service = await startTestService({ worker: false });
const api = apiOf(service);
const video = await seedVideo(service);
const layer = { id: 'titles', overlays: [OVERLAY] };
const patches = [
  {},
  {},
  {},
  { layers: [layer] },
  {},
  { layers: [{ id: 'titles', overlays: [{ id: 't1', name: 'New' }] }] },
];
for (const json of patches) {
  expect((await api('PATCH', `/api/videos/${video}/metadata`, { json })).status).toBe(200);
}

const about = (rest: string): string => `/api/videos/${video}${rest}`;
const plugin = { type: 'user:callout', version: '1.0.0' };

const withoutTimes = (body: unknown): unknown =>
  JSON.parse(JSON.stringify(body).replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'a time'));

/** A request that is answered with each error. */
const REQUESTS: Partial<Record<ErrorCode, () => ReturnType<Api>>> = {
  INVALID_PARAMETER: () => api('GET', '/api/videos?pageSize=500'),
  MISSING_PARAMETER: () =>
    api('PATCH', about('/metadata'), { headers: { 'Content-Type': 'application/json' } }),
  INVALID_JSON: () =>
    api('PATCH', about('/metadata'), { raw: '{', headers: { 'Content-Type': 'application/json' } }),
  UNSUPPORTED_FORMAT: async () => {
    const clip = await readFile(await shortClip(1));
    clip.write('mp4v', clip.indexOf('avc1', clip.indexOf('stsd')), 'latin1');
    return api('POST', '/api/videos/upload', { form: fileForm(new Uint8Array(clip)) });
  },
  READ_ONLY_FIELD: () => api('PATCH', about('/metadata'), { json: { videoDetails: { fps: 1 } } }),
  UNAUTHENTICATED: () => api('GET', '/api/videos', { key: null }),
  INSUFFICIENT_SCOPE: async () => {
    const { secret: key } = await createKey(service, { account: 'demo', scopes: ['project:read'] });
    return api('DELETE', about(''), { key });
  },
  PROJECT_NOT_ALLOWED: async () => {
    const { secret: key } = await createKey(service, { account: 'demo', projectIds: [] });
    return api('GET', about(''), { key });
  },
  NOT_OWNER: async () =>
    api('GET', about(''), { key: (await createKey(service, { account: 'other' })).secret }),
  VIDEO_NOT_FOUND: () => api('GET', '/api/videos/none'),
  OBJECT_NOT_FOUND: () => api('PATCH', about('/metadata'), { json: { objects: { [OBJECT_ID]: {} } } }),
  VERSION_NOT_FOUND: () => api('GET', about('/metadata?version=12')),
  PATH_NOT_FOUND: () => api('GET', about('/metadata?path=/layers/credits')),
  JOB_NOT_FOUND: () => api('GET', about('/process/status')),
  ROUTE_NOT_FOUND: () => api('GET', '/api/none'),
  VERSION_CONFLICT: () =>
    api('PATCH', about('/metadata?baseVersion=5'), {
      json: { layers: [{ id: 'titles', overlays: [{ id: 't1', name: 'Mine' }] }] },
    }),
  VIDEO_NOT_READY: async () => {
    const unready = await seedVideo(service, { processed: false });
    return api('GET', `/api/videos/${unready}/metadata`);
  },
  JOB_NOT_CANCELLABLE: () => api('POST', about('/process/cancel')),
  PLUGIN_CONFLICT: async () => {
    const target = `/api/v1/projects/${video}/plugins`;
    await api('POST', target, { json: { ...plugin, configSchema: {} } });
    return api('POST', target, { json: { ...plugin, configSchema: { type: 'object' } } });
  },
};

test.each(Object.entries(REQUESTS))(
  'the example of %s is what the service answers',
  async (code, request) => {
    const { body } = await request();
    const example = ERROR_CATALOGUE[code as ErrorCode].example.toBody();
    expect(withoutTimes(body)).toEqual(withoutTimes(example));
  },
);

test('the model of the examples is the default one', () => {
  const manifest = path.resolve(import.meta.dirname, '../../../models/manifest.json');
  const { default: model } = JSON.parse(readFileSync(manifest, 'utf8')) as { default: string };
  expect(DOCUMENTATION.get('processing/get-processing-status')?.response).toMatchObject({ model });
  expect(JSON.stringify(DOCUMENTATION.get('metadata/list-versions')?.response)).toContain(model);
});
