/** What a user of the client that @hey-api/openapi-ts makes would write. */
import assert from 'node:assert/strict';
import { openAsBlob } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { client } from './client/client.gen.ts';
import {
  applyChanges,
  createSurface,
  deleteVideo,
  exportVideo,
  getMetadata,
  getProcessingStatus,
  getVideo,
  installPlugin,
  listObjects,
  listVideos,
  type MarkedSurface,
  patchMetadata,
  patchObject,
  startProcessing,
  uploadVideo,
} from './client/index.ts';

const { VMS_API_URL = '', VMS_API_KEY = '', VMS_CLIP = '', VMS_OUT = '' } = process.env;
client.setConfig({ baseUrl: VMS_API_URL, auth: VMS_API_KEY });
const throwOnError = true;

async function wait<T>(read: () => Promise<T>, done: (value: T) => boolean): Promise<T> {
  for (;;) {
    const value = await read();
    if (done(value)) return value;
    await setTimeout(100);
  }
}

const file = await openAsBlob(VMS_CLIP);
const uploaded = await uploadVideo({ body: { file, name: 'Harbour', autoProcess: false }, throwOnError });
const path = { id: uploaded.data.id };
console.log('upload');

const { data: video } = await wait(
  () => getVideo({ path, throwOnError }),
  ({ data }) => data.status === 'processed',
);
assert.deepEqual([video.width, video.fileSize], [320, file.size]);
const listed = await listVideos({ query: { page: 1, pageSize: 20 }, throwOnError });
assert.ok(listed.data.videos.some(({ id }) => id === path.id));
console.log('read');

await startProcessing({ path, body: { fps: 10 }, throwOnError });
await wait(
  () => getProcessingStatus({ path, throwOnError }),
  ({ data }) => data.status === 'completed',
);
console.log('process');

const document = async () => (await getMetadata({ path, throwOnError })).data;
const [found] = Object.values((await document()).objects);
assert.ok(found?.kind === 'box' && (found.track[0]?.width ?? 0) > 0);
console.log('track');

const patched = await patchObject({
  path: { ...path, objectId: found.id },
  body: { userLabel: 'Ferry', customData: { deck: 2 } },
  throwOnError,
});
assert.equal(patched.data.object.userLabel, 'Ferry');
const { data: list } = await listObjects({ path, throwOnError });
assert.ok(list.objects.some(({ id }) => id === found.id));
console.log('object');

const corners: MarkedSurface['corners'] = [
  { x: 0.2, y: 0.2 },
  { x: 0.5, y: 0.2 },
  { x: 0.5, y: 0.6 },
  { x: 0.2, y: 0.6 },
];
const marked = await createSurface({ path, body: { name: 'Board', frame: 0, corners }, throwOnError });
const surface = (await document()).objects[marked.data.objectId];
assert.ok(surface?.kind === 'surface' && surface.track[0]?.corners.length === 4);
console.log('surface');

const plugin = { type: 'core:text', config: { text: 'Harbour', size: 0.08 } };
const {
  data: { version },
} = await patchMetadata({
  path,
  body: {
    layers: [{ id: 'titles', overlays: [{ id: 'title', position: { x: 0.5, y: 0.1 }, plugin }] }],
    variables: [{ id: 'speed', value: 4.2 }],
  },
  throwOnError,
});
console.log('patch');

const project = { videoId: path.id };
const changed = await applyChanges({
  path: project,
  body: {
    baseRevision: version,
    changes: [{ op: 'replace', path: '/variables/0/value', value: 3.8 }],
  },
  throwOnError,
});
assert.equal(changed.data.revision, version + 1);
console.log('change');

const installed = await installPlugin({
  path: project,
  body: { type: 'user:callout', version: '1.0.0', configSchema: { type: 'object' } },
  throwOnError,
});
assert.equal(installed.data.plugin.version, '1.0.0');
console.log('plugin');

const exported = await exportVideo({ path, query: { format: 'json' }, throwOnError });
await writeFile(VMS_OUT, await (await fetch(exported.data.downloadUrl)).bytes());
console.log('export');

const { error, response } = await getVideo({ path: { id: 'none' } });
assert.deepEqual([response?.status, error?.error.code], [404, 'VIDEO_NOT_FOUND']);
console.log('refusal');

assert.ok((await deleteVideo({ path, throwOnError })).data.success);
console.log('delete');
