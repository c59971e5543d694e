/** What a user of the client that openapi-generator makes for `fetch` in TypeScript would write. */
import assert from 'node:assert/strict';
import { openAsBlob } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import {
  Configuration,
  ErrorResponseFromJSON,
  MetadataApi,
  ObjectsApi,
  ProcessingApi,
  ProjectsApi,
  ResponseError,
  VideosApi,
} from './client/index.ts';

const { VMS_API_URL = '', VMS_API_KEY = '', VMS_CLIP = '', VMS_OUT = '' } = process.env;
const configuration = new Configuration({ basePath: VMS_API_URL, accessToken: VMS_API_KEY });
const videos = new VideosApi(configuration);
const metadata = new MetadataApi(configuration);
const objects = new ObjectsApi(configuration);
const processing = new ProcessingApi(configuration);
const projects = new ProjectsApi(configuration);

async function wait<T>(read: () => Promise<T>, done: (value: T) => boolean): Promise<T> {
  for (;;) {
    const value = await read();
    if (done(value)) return value;
    await setTimeout(100);
  }
}

const file = await openAsBlob(VMS_CLIP);
const { id } = await videos.uploadVideo({ file, name: 'Harbour', autoProcess: false });
console.log('upload');

const video = await wait(
  () => videos.getVideo({ id }),
  ({ status }) => status === 'processed',
);
assert.deepEqual([video.width, video.fileSize], [320, file.size]);
const page = await videos.listVideos({ page: 1, pageSize: 20 });
assert.ok(page.videos.some((each) => each.id === id));
console.log('read');

await processing.startProcessing({ id, processingOptions: { fps: 10 } });
await wait(
  () => processing.getProcessingStatus({ id }),
  ({ status }) => status === 'completed',
);
console.log('process');

const [found] = Object.values((await metadata.getMetadata({ id })).objects);
assert.ok(found?.kind === 'box' && (found.track[0]?.width ?? 0) > 0);
console.log('track');

const objectPatch = { userLabel: 'Ferry', customData: { deck: 2 } };
const { object } = await objects.patchObject({ id, objectId: found.id, objectPatch });
assert.equal(object.userLabel, 'Ferry');
const list = await objects.listObjects({ id });
assert.ok(list.objects.some((each) => each.id === found.id));
console.log('object');

const corners = [
  { x: 0.2, y: 0.2 },
  { x: 0.5, y: 0.2 },
  { x: 0.5, y: 0.6 },
  { x: 0.2, y: 0.6 },
];
const marked = await objects.createSurface({ id, markedSurface: { name: 'Board', frame: 0, corners } });
const surface = (await metadata.getMetadata({ id })).objects[marked.objectId];
assert.ok(surface?.kind === 'surface' && surface.track[0]?.corners.length === 4);
console.log('surface');

const plugin = { type: 'core:text', config: { text: 'Harbour', size: 0.08 } };
const { version } = await metadata.patchMetadata({
  id,
  metadataPatch: {
    layers: [{ id: 'titles', overlays: [{ id: 'title', position: { x: 0.5, y: 0.1 }, plugin }] }],
    variables: [{ id: 'speed', value: 4.2 }],
  },
});
console.log('patch');

const { revision } = await projects.applyChanges({
  videoId: id,
  changeRequest: {
    baseRevision: version,
    changes: [{ op: 'replace', path: '/variables/0/value', value: 3.8 }],
  },
});
assert.equal(revision, version + 1);
console.log('change');

const installed = await projects.installPlugin({
  videoId: id,
  pluginInstallation: { type: 'user:callout', version: '1.0.0', configSchema: { type: 'object' } },
});
assert.equal(installed.plugin.version, '1.0.0');
console.log('plugin');

const { downloadUrl } = await metadata.exportVideo({ id, format: 'json' });
await writeFile(VMS_OUT, await (await fetch(downloadUrl)).bytes());
console.log('export');

const refused = await videos.getVideo({ id: 'none' }).catch((error: unknown) => error);
assert.ok(refused instanceof ResponseError);
const { error } = ErrorResponseFromJSON(await refused.response.json());
assert.deepEqual([refused.response.status, error.code], [404, 'VIDEO_NOT_FOUND']);
console.log('refusal');

assert.ok((await videos.deleteVideo({ id })).success);
console.log('delete');
