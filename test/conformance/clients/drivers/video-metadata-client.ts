/** What a user of the package `video-metadata-client` would write. */
import assert from 'node:assert/strict';
import { openAsBlob } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { ApiFailure, createClient, isApiFailure, surfaceAt, type Video } from 'video-metadata-client';
import { downloadExport, uploadFile } from 'video-metadata-client/node';

const { VMS_API_URL = '', VMS_API_KEY = '', VMS_CLIP = '', VMS_OUT = '' } = process.env;
const client = createClient({ apiUrl: VMS_API_URL, apiKey: VMS_API_KEY });

const progress: number[] = [];
const { id } = await uploadFile(client, VMS_CLIP, {
  name: 'Harbour',
  onProgress: (sent, total) => progress.push(sent / total),
});
assert.equal(progress.at(-1), 1);
const second = await client.upload(await openAsBlob(VMS_CLIP), { name: 'From memory' });
console.log('upload');

const video: Video = await client.waitUntilProcessed(id);
await client.waitUntilProcessed(second.id, { signal: AbortSignal.timeout(30_000) });
assert.deepEqual([video.width, video.fileSize], [320, (await readFile(VMS_CLIP)).length]);
const listed: string[] = [];
for await (const each of client.videos.list({ pageSize: 1 })) listed.push(each.id);
assert.ok(listed.includes(id) && listed.includes(second.id));
const page = await client.videos.list({ page: 1, pageSize: 1 });
assert.equal(page.videos.length, 1);
console.log('read');

const key = { idempotencyKey: crypto.randomUUID() };
const { jobId } = await client.processing.start(id, { fps: 10 }, key);
assert.equal((await client.processing.start(id, { fps: 10 }, key)).jobId, jobId);
let last = '';
for await (const { status, progress: percent } of client.watchJob(id)) last = `${status} ${percent}`;
assert.equal(last, 'completed 100');
console.log('process');

const read = await client.metadata.get(id).withResponse();
assert.ok(read.response.headers.get('x-ratelimit-remaining') !== null);
assert.equal(await client.metadata.get(id, { held: read }).withResponse(), read);
const [found] = Object.values(read.body.objects);
assert.ok(found?.kind === 'box' && (found.track[0]?.width ?? 0) > 0);
console.log('track');

const { object } = await client.objects.patch(id, found.id, { userLabel: 'Ferry', customData: { deck: 2 } });
assert.equal(object.userLabel, 'Ferry');
const { objects } = await client.objects.list(id);
assert.ok(objects.some((each) => each.id === found.id));
console.log('object');

const corners = [
  { x: 0.2, y: 0.2 },
  { x: 0.5, y: 0.2 },
  { x: 0.5, y: 0.6 },
  { x: 0.2, y: 0.6 },
];
const { objectId } = await client.objects.createSurface(id, { name: 'Board', frame: 0, corners });
const { body: document } = await client.readSections(id, ['objects', 'videoDetails']);
const surface = document.objects[objectId];
assert.ok(surface?.kind === 'surface' && surfaceAt(surface, 0)?.length === 4);
console.log('surface');

const plugin = { type: 'core:text', config: { text: 'Harbour', size: 0.08 } };
const titles = { id: 'titles', overlays: [{ id: 'title', position: { x: 0.5, y: 0.1 }, plugin }] };
const refused = await client.metadata
  .patch(id, { layers: [titles] }, { ifMatch: read.etag })
  .then(() => null)
  .catch((error: unknown) => error);
assert.ok(isApiFailure(refused, 'VERSION_CONFLICT') && refused.details?.expected === read.etag);
await client.metadata.patch(id, { layers: [titles] });
const { version } = await client.metadata.patch(
  id,
  { variables: [{ id: 'speed', value: 4.2 }] },
  {
    contentType: 'application/merge-patch+json',
    ifMatch: (await client.metadata.get(id).withResponse()).etag,
  },
);
assert.equal((await client.readAt(id, ['layers', 'titles', 'overlays', 'title', 'position', 'y'])).body, 0.1);
console.log('patch');

const { revision } = await client.projects.applyChanges(id, {
  baseRevision: version,
  changes: [{ op: 'replace', path: '/variables/0/value', value: 3.8 }],
});
assert.equal(revision, version + 1);
console.log('change');

const installed = await client.projects.installPlugin(id, {
  type: 'user:callout',
  version: '1.0.0',
  configSchema: { type: 'object' },
});
assert.equal(installed.plugin.version, '1.0.0');
console.log('plugin');

const { file, bytes } = await downloadExport(client, id, VMS_OUT, { format: 'json' });
assert.deepEqual([file, bytes], [VMS_OUT, (await readFile(VMS_OUT)).length]);
const raw = await client.fetch(`/api/videos/${id}/metadata`);
assert.deepEqual(await raw.json(), JSON.parse(await readFile(VMS_OUT, 'utf8')));
console.log('export');

const missing = await client.videos.get('none').catch((error: unknown) => error);
assert.ok(missing instanceof ApiFailure && missing.status === 404 && missing.code === 'VIDEO_NOT_FOUND');
await assert.rejects(client.videos.get(id, { signal: AbortSignal.abort(new Error('enough')) }), /enough/);
console.log('refusal');

assert.ok((await client.videos.delete(id)).success);
await client.videos.delete(second.id);
console.log('delete');
