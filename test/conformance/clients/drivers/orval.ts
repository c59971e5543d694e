/** What a user of the client that orval makes would write. */
import assert from 'node:assert/strict';
import { openAsBlob } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
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
  patchMetadata,
  patchObject,
  startProcessing,
  uploadVideo,
} from './client/api.ts';

const { VMS_API_KEY = '', VMS_CLIP = '', VMS_OUT = '' } = process.env;
const key = { headers: { Authorization: `Bearer ${VMS_API_KEY}` } };

/** The answer, where it has one of these statuses. */
async function answer<A extends { status: number; data: unknown }, S extends A['status']>(
  call: Promise<A>,
  ...expected: S[]
): Promise<Extract<A, { status: S }>['data']> {
  const { status, data } = await call;
  if (!expected.some((each) => each === status)) throw new Error(JSON.stringify(data));
  return data as Extract<A, { status: S }>['data'];
}

async function wait<T>(read: () => Promise<T>, done: (value: T) => boolean): Promise<T> {
  for (;;) {
    const value = await read();
    if (done(value)) return value;
    await setTimeout(100);
  }
}

const file = await openAsBlob(VMS_CLIP);
const { id } = await answer(uploadVideo({ file, name: 'Harbour', autoProcess: false }, key), 201);
console.log('upload');

const video = await wait(
  () => answer(getVideo(id, key), 200),
  ({ status }) => status === 'processed',
);
assert.deepEqual([video.width, video.fileSize], [320, file.size]);
const { videos } = await answer(listVideos({ page: 1, pageSize: 20 }, key), 200);
assert.ok(videos.some((each) => each.id === id));
console.log('read');

await answer(startProcessing(id, { fps: 10 }, key), 201);
await wait(
  () => answer(getProcessingStatus(id, key), 200),
  ({ status }) => status === 'completed',
);
console.log('process');

const document = () => answer(getMetadata(id, {}, key), 200);
const [found] = Object.values((await document()).objects);
assert.ok(found?.kind === 'box' && (found.track[0]?.width ?? 0) > 0);
console.log('track');

const label = { userLabel: 'Ferry', customData: { deck: 2 } };
const { object } = await answer(patchObject(id, found.id, label, {}, key), 200);
assert.equal(object.userLabel, 'Ferry');
const { objects } = await answer(listObjects(id, {}, key), 200);
assert.ok(objects.some((each) => each.id === found.id));
console.log('object');

const corners = [
  { x: 0.2, y: 0.2 },
  { x: 0.5, y: 0.2 },
  { x: 0.5, y: 0.6 },
  { x: 0.2, y: 0.6 },
];
const { objectId } = await answer(createSurface(id, { name: 'Board', frame: 0, corners }, {}, key), 201);
const surface = (await document()).objects[objectId];
assert.ok(surface?.kind === 'surface' && surface.track[0]?.corners.length === 4);
console.log('surface');

const plugin = { type: 'core:text', config: { text: 'Harbour', size: 0.08 } };
const patch = {
  layers: [{ id: 'titles', overlays: [{ id: 'title', position: { x: 0.5, y: 0.1 }, plugin }] }],
  variables: [{ id: 'speed', value: 4.2 }],
};
const { version } = await answer(patchMetadata(id, patch, {}, key), 200);
console.log('patch');

const { revision } = await answer(
  applyChanges(
    id,
    { baseRevision: version, changes: [{ op: 'replace', path: '/variables/0/value', value: 3.8 }] },
    key,
  ),
  200,
);
assert.equal(revision, version + 1);
console.log('change');

const callout = { type: 'user:callout', version: '1.0.0', configSchema: { type: 'object' } };
const installed = await answer(installPlugin(id, callout, key), 200, 201);
assert.equal(installed.plugin.version, '1.0.0');
console.log('plugin');

const { downloadUrl } = await answer(exportVideo(id, { format: 'json' }, key), 200);
await writeFile(VMS_OUT, await (await fetch(downloadUrl)).bytes());
console.log('export');

const refused = await answer(getVideo('none', key), 404);
assert.equal(refused.error.code, 'VIDEO_NOT_FOUND');
console.log('refusal');

assert.ok((await answer(deleteVideo(id, key), 200)).success);
console.log('delete');
