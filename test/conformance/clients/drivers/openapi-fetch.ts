/** What a user of openapi-fetch, with the types that openapi-typescript makes, would write. */
import assert from 'node:assert/strict';
import { openAsBlob } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import createClient from 'openapi-fetch';
import type { paths } from './client/schema.ts';

const { VMS_API_URL = '', VMS_API_KEY = '', VMS_CLIP = '', VMS_OUT = '' } = process.env;
const client = createClient<paths>({
  baseUrl: VMS_API_URL,
  headers: { Authorization: `Bearer ${VMS_API_KEY}` },
});

/** The answer to a call that succeeded. */
async function answer<T>(call: Promise<{ data?: T; error?: unknown }>): Promise<T> {
  const { data, error } = await call;
  if (data === undefined) throw new Error(JSON.stringify(error));
  return data;
}

async function wait<T>(read: () => Promise<T>, done: (value: T) => boolean): Promise<T> {
  for (;;) {
    const value = await read();
    if (done(value)) return value;
    await setTimeout(100);
  }
}

const file = await openAsBlob(VMS_CLIP);
const { id } = await answer(
  client.POST('/api/videos/upload', {
    // Types have a string in place of bytes.
    body: { file: file as unknown as string, name: 'Harbour', autoProcess: false },
    bodySerializer: ({ file: _, ...fields }) => {
      const form = new FormData();
      for (const [name, value] of Object.entries(fields)) form.append(name, String(value));
      form.append('file', file, 'harbour.mp4');
      return form;
    },
  }),
);
console.log('upload');

const params = { path: { id } };
const video = await wait(
  () => answer(client.GET('/api/videos/{id}', { params })),
  ({ status }) => status === 'processed',
);
assert.deepEqual([video.width, video.fileSize], [320, file.size]);
const { videos } = await answer(client.GET('/api/videos', { params: { query: { page: 1, pageSize: 20 } } }));
assert.ok(videos.some((each) => each.id === id));
console.log('read');

await answer(client.POST('/api/videos/{id}/process', { params, body: { fps: 10 } }));
await wait(
  () => answer(client.GET('/api/videos/{id}/process/status', { params })),
  ({ status }) => status === 'completed',
);
console.log('process');

const document = () => answer(client.GET('/api/videos/{id}/metadata', { params }));
const [found] = Object.values((await document()).objects);
assert.ok(found?.kind === 'box' && (found.track[0]?.width ?? 0) > 0);
console.log('track');

const { object } = await answer(
  client.PATCH('/api/videos/{id}/objects/{objectId}', {
    params: { path: { id, objectId: found.id } },
    body: { userLabel: 'Ferry', customData: { deck: 2 } },
  }),
);
assert.equal(object.userLabel, 'Ferry');
const { objects } = await answer(client.GET('/api/videos/{id}/objects', { params }));
assert.ok(objects.some((each) => each.id === found.id));
console.log('object');

const corners = [
  { x: 0.2, y: 0.2 },
  { x: 0.5, y: 0.2 },
  { x: 0.5, y: 0.6 },
  { x: 0.2, y: 0.6 },
];
const { objectId } = await answer(
  client.POST('/api/videos/{id}/objects/surface', { params, body: { name: 'Board', frame: 0, corners } }),
);
const surface = (await document()).objects[objectId];
assert.ok(surface?.kind === 'surface' && surface.track[0]?.corners.length === 4);
console.log('surface');

const plugin = { type: 'core:text', config: { text: 'Harbour', size: 0.08 } };
const { version } = await answer(
  client.PATCH('/api/videos/{id}/metadata', {
    params,
    body: {
      layers: [{ id: 'titles', overlays: [{ id: 'title', position: { x: 0.5, y: 0.1 }, plugin }] }],
      variables: [{ id: 'speed', value: 4.2 }],
    },
  }),
);
console.log('patch');

const project = { path: { videoId: id } };
const { revision } = await answer(
  client.POST('/api/v1/projects/{videoId}/changes', {
    params: project,
    body: { baseRevision: version, changes: [{ op: 'replace', path: '/variables/0/value', value: 3.8 }] },
  }),
);
assert.equal(revision, version + 1);
console.log('change');

const installed = await answer(
  client.POST('/api/v1/projects/{videoId}/plugins', {
    params: project,
    body: { type: 'user:callout', version: '1.0.0', configSchema: { type: 'object' } },
  }),
);
assert.equal(installed.plugin.version, '1.0.0');
console.log('plugin');

const { downloadUrl } = await answer(
  client.GET('/api/videos/{id}/export', { params: { ...params, query: { format: 'json' } } }),
);
await writeFile(VMS_OUT, await (await fetch(downloadUrl)).bytes());
console.log('export');

const { error, response } = await client.GET('/api/videos/{id}', { params: { path: { id: 'none' } } });
assert.deepEqual([response.status, error?.error.code], [404, 'VIDEO_NOT_FOUND']);
console.log('refusal');

assert.ok((await answer(client.DELETE('/api/videos/{id}', { params }))).success);
console.log('delete');
