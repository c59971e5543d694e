import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serveHttp } from '../../../cli/mcp/serve-http.ts';
import { createMcpServer, TOOLS } from '../../../cli/mcp/server.ts';
import { createClient } from '../../../client/client.ts';
import { SCOPES, type Scope } from '../../../shared/contract/scopes.ts';
import { decodeJpeg } from '../../../shared/media/pictures/jpeg.ts';
import { shortClip } from '../../support/clips/short-clip.ts';
import { apiOf, fileForm, settled } from '../../support/service/api.ts';
import { createKey } from '../../support/service/create-key.ts';
import { rawConnection } from '../../support/service/raw-http.ts';
import { startTestService } from '../../support/service/test-service.ts';
import { seedVideo, trackedCars } from '../../support/videos/seed-video.ts';
import { type Agent, httpAgent } from './mcp-client.ts';

const CORNERS = [
  { x: 0.2, y: 0.2 },
  { x: 0.8, y: 0.2 },
  { x: 0.8, y: 0.8 },
  { x: 0.2, y: 0.8 },
];

let service: Awaited<ReturnType<typeof startTestService>>;
let server: Awaited<ReturnType<typeof serveHttp>>;
let agent: Agent;
/** A video with a file. */
let clip: string;
/** The tools that a test has called. */
const called = new Set<string>();

const keyWith = async (scopes: readonly Scope[] = SCOPES, projectIds: string[] | null = null) =>
  (await createKey(service, { account: 'agents', scopes, projectIds })).secret;

function call(name: string, args: Record<string, unknown>) {
  called.add(name);
  return agent.call(name, args);
}

beforeAll(async () => {
  service = await startTestService();
  const { apiUrl } = service;
  let marks = 0;
  server = await serveHttp({
    port: 0,
    clientOf: (apiKey) => createClient({ apiUrl, apiKey }),
    serverFor: (client, scopes) =>
      createMcpServer({ client, scopes, version: '1.0.0', newMark: () => `mark-${++marks}` }),
    onError: () => {},
  });
  const secret = await keyWith();
  agent = await httpAgent(server.url, secret);
  const api = apiOf({ apiUrl, apiKey: secret });
  const form = fileForm(new Uint8Array(await readFile(await shortClip(2))), 'clip.mp4', { name: 'Harbour' });
  clip = (await api<{ id: string }>('POST', '/api/videos/upload', { form })).body.id;
  await settled(api, clip);
}, 60_000);

afterAll(async () => {
  await agent[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});

const cars = () => seedVideo(service, { account: 'agents', name: 'Cars', parts: trackedCars(['a', 'b']) });

test('videos are found and described, without addresses that give access to files', async () => {
  const { data } = await call('list_videos', { name: 'harb' });
  expect(data).toMatchObject({ videos: [{ id: clip, name: 'Harbour', status: 'processed' }], total: 1 });
  const id = await cars();
  const { data: video } = await call('get_video', { videoId: id });
  expect(video).toMatchObject({ version: 1, document: { objects: 2, labels: { car: 2 }, layers: 0 } });
  expect(JSON.stringify([data, video])).not.toMatch(/https?:/);
});

test('a video is renamed, and what has happened is told', async () => {
  const id = await cars();
  await call('rename_video', { videoId: id, name: 'Traffic' });
  expect((await call('get_video', { videoId: id })).data.name).toBe('Traffic');
  const { data } = await call('list_events', { types: ['video.processed'], videoId: clip });
  expect(data.events).toMatchObject([{ type: 'video.processed', data: { videoId: clip } }]);
});

test('objects are found, read with their tracks, named and removed', async () => {
  const id = await cars();
  const { data: found } = await call('find_objects', {
    videoId: id,
    label: ['car'],
    region: { x: 0.2, y: 0.2, width: 1e-7, height: 0.5 },
    limit: 1,
  });
  expect(found).toMatchObject({ version: 1, objects: [{ label: 'car' }] });
  const objectId = found.objects[0].id;
  const { data: whole } = await call('get_object', { videoId: id, objectId });
  expect(whole.track[0]).toMatchObject({ frame: 0 });
  const named = await call('annotate_object', { videoId: id, objectId, baseVersion: 1, userLabel: 'Van' });
  expect(named.data).toMatchObject({ version: 2, object: { userLabel: 'Van' } });
  expect((await call('find_objects', { videoId: id, name: 'van' })).data.objects).toHaveLength(1);
  await call('delete_object', { videoId: id, objectId, baseVersion: 2 });
  expect((await call('find_objects', { videoId: id, name: 'van' })).data.objects).toEqual([]);
});

test('a proposal changes nothing, and says what the change then does', async () => {
  const id = await cars();
  const layer = { id: 'titles', name: 'Titles', visible: true, overlays: [] };
  const changes = [{ op: 'add', path: '/layers/-', value: layer }];
  const { data: proposal } = await call('propose_changes', { videoId: id, changes });
  expect(proposal).toMatchObject({ version: 1, description: 'layer “Titles” added', total: 1 });
  expect((await call('list_versions', { videoId: id })).data.currentVersion).toBe(1);
  const made = await call('make_changes', { videoId: id, baseVersion: proposal.version, changes });
  expect(made.data.version).toBe(2);
  const { data: compared } = await call('compare_versions', { videoId: id, from: 1, to: 2 });
  expect(proposal.changes).toEqual(compared.changes);
  expect((await call('read_document', { videoId: id, path: '/layers/titles' })).data).toEqual({
    version: 2,
    path: '/layers/titles',
    value: layer,
  });
  await call('restore_version', { videoId: id, version: 1, baseVersion: 2 });
  expect((await call('read_document', { videoId: id })).data).toMatchObject({
    version: 3,
    document: { layers: [] },
  });
});

test('what the service would refuse is refused as a proposal, in the same words', async () => {
  const id = await cars();
  const changes = [{ op: 'replace', path: '/objects/a/label', value: 'bus' }];
  const refused = (text: string) => JSON.parse(/\n(\{.*\})\n/.exec(text)?.[1] ?? '{}').error;
  const proposal = refused(await agent.refusal('propose_changes', { videoId: id, changes }));
  const change = refused(await agent.refusal('make_changes', { videoId: id, baseVersion: 1, changes }));
  expect(proposal.code).toBe('READ_ONLY_FIELD');
  expect([change.code, change.message]).toEqual([proposal.code, proposal.message]);
});

test.each<[string, { value?: unknown }]>([
  ['half a surrogate pair', { value: '\ud800' }],
  ['a member __proto__', JSON.parse('{"value":{"__proto__":{"a":1}}}')],
  ['too many levels', { value: JSON.parse('['.repeat(63) + ']'.repeat(63)) }],
  ['more than a megabyte', { value: 'x'.repeat(2 ** 20) }],
])('a proposal with %s is refused as the change would be', async (_, { value }) => {
  const id = await cars();
  const changes = [{ op: 'add', path: '/x', value }];
  const codes = await Promise.all([
    agent.refusal('propose_changes', { videoId: id, changes }),
    agent.refusal('make_changes', { videoId: id, baseVersion: 1, changes }),
  ]).then((texts) => texts.map((text) => /"code":"(\w+)","message":"([^"]+)"/.exec(text)?.slice(1)));
  expect(codes[0]).toEqual(codes[1]);
  expect(codes[0]?.[0]).toBe('INVALID_PARAMETER');
});

test('operations without a value need none, and a long value is not repeated', async () => {
  const id = await cars();
  const add = { op: 'add', path: '/notes', value: { text: 'x'.repeat(5000) } };
  await call('make_changes', { videoId: id, baseVersion: 1, changes: [add] });
  const changes = [
    { op: 'copy', from: '/notes', path: '/kept' },
    { op: 'remove', path: '/notes' },
  ];
  const { data } = await call('propose_changes', { videoId: id, changes });
  expect(data.changes).toMatchObject([
    { path: '/notes', kind: 'removed', before: '(a value of 5011 characters of JSON)' },
    { path: '/kept', kind: 'added' },
  ]);
});

test('the form of overlays is told, by an example that the service takes', async () => {
  const { data } = await call('describe_document', {});
  expect(JSON.stringify(data.layers)).toContain('anchor');
  const id = await cars();
  const changes = [{ op: 'add', path: '/layers/-', value: data.example.layers[0] }];
  expect((await call('make_changes', { videoId: id, baseVersion: 1, changes })).data.version).toBe(2);
  const { data: read } = await call('read_document', { videoId: id, sections: ['layers', 'rules'] });
  expect(read.document).toEqual({ schemaVersion: '1.0', layers: [data.example.layers[0]], rules: [] });
});

test('a change that is based on an older version is refused with what collides', async () => {
  const id = await cars();
  const rename = (userLabel: string | null, baseVersion: number) => ({
    videoId: id,
    objectId: 'a',
    userLabel,
    baseVersion,
  });
  await call('annotate_object', rename('Van', 1));
  const text = await agent.refusal('annotate_object', rename('Bus', 1));
  expect(text).toContain('VERSION_CONFLICT');
});

test('a frame is shown as a picture with its objects, an overview with the frames that it shows', async () => {
  const frame = await call('show_frame', { videoId: clip, frame: 3, longerSide: 100 });
  expect(frame.data).toMatchObject({ frame: 3, objects: [] });
  const [picture] = await Promise.all(frame.pictures.map((jpeg) => decodeJpeg(jpeg)));
  expect(Math.max(picture?.width ?? 0, picture?.height ?? 0)).toBe(100);
  const overview = await call('show_overview', { videoId: clip });
  expect(overview.pictures).toHaveLength(1);
  expect(overview.data.frames[0]).toBe(0);
});

test('a surface is marked and tracked, objects are detected and the job followed to its end', async () => {
  const { data: marked } = await call('track_surface', {
    videoId: clip,
    name: 'Sign',
    frame: 0,
    corners: CORNERS,
  });
  expect(marked).toMatchObject({ success: true, trackedFrames: expect.any(Number) });
  const { data: placed } = await call('objects_in_frame', { videoId: clip, time: 0 });
  expect(placed).toMatchObject({ frame: 0, objects: [{ id: marked.objectId, corners: CORNERS }] });
  const { data: started } = await call('start_detection', { videoId: clip });
  const { data: job } = await call('detection_status', { videoId: clip, waitSeconds: 50 });
  expect(job).toMatchObject({ jobId: started.jobId, status: 'completed' });
  called.add('cancel_detection');
  expect(await agent.refusal('cancel_detection', { videoId: clip })).toContain('JOB_NOT_CANCELLABLE');
}, 60_000);

test('every tool has been called by a test of this file', () => {
  expect(TOOLS.map(({ name }) => name).filter((name) => !called.has(name))).toEqual([]);
});

test('arguments that no tool has, and frames that are named twice or not at all, are refused with a reason', async () => {
  expect(await agent.refusal('get_video', { videoId: clip, all: true })).toMatch(
    /INVALID_ARGUMENT.*unrecognized key/i,
  );
  expect(await agent.refusal('objects_in_frame', { videoId: clip })).toContain('give frame or time');
  expect(await agent.refusal('get_video', { videoId: '..' })).toContain('cannot be the id');
  expect(await agent.refusal('get_video', { videoId: 'a\nb' })).toContain('must be an id');
});

test.each([
  [['project:read'], ['annotate_object', 'make_changes', 'start_detection', 'track_surface', 'rename_video']],
  [['export:read'], TOOLS.map(({ name }) => name)],
] as [Scope[], string[]][])('a key with %j sees no tool that needs more', async (scopes, hidden) => {
  await using reader = await httpAgent(server.url, await keyWith(scopes));
  const { tools } = await reader.client.listTools().catch(() => ({ tools: [] }));
  const names = tools.map(({ name }) => name);
  expect(names.filter((name) => hidden.includes(name))).toEqual([]);
  expect(names.includes('propose_changes')).toBe(scopes.includes('project:read'));
});

test('a key for some videos is shown these alone', async () => {
  const own = await cars();
  await using reader = await httpAgent(server.url, await keyWith(SCOPES, [own]));
  expect((await reader.call('list_videos')).data.videos).toMatchObject([{ id: own }]);
  expect(await reader.refusal('get_video', { videoId: clip })).toContain('PROJECT_NOT_ALLOWED');
});

test.each([
  ['no key', {}, 401],
  ['an unknown key', { Authorization: 'Bearer vms_sk_unknown' }, 401],
  ['a page of another origin', { Origin: 'https://evil.example' }, 403],
])('a request with %s is refused before anything is called', async (_, headers, status) => {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
  const common = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' };
  const response = await fetch(server.url, { method: 'POST', headers: { ...common, ...headers }, body });
  expect(response.status).toBe(status);
});

test.each([
  ['POST', '/mcp', 'rebound.example', 403],
  ['POST', '/', '127.0.0.1', 404],
])('%s %s at the name %s answers %i', async (method, path, host, status) => {
  const connection = await rawConnection(server.url);
  await connection.send(`${method} ${path} HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 0\r\n\r\n`);
  expect((await connection.answer()).status).toBe(status);
  connection.socket.destroy();
});
