import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { surfaceAt } from '../../client/surface-track.ts';
import { EXPORT_FORMAT_NAMES, exportFile } from '../../shared/contract/export-formats.ts';
import { bytesSource } from '../../shared/kernel/bytes/byte-source.ts';
import { readEmbedded } from '../../shared/media/native/embedding.ts';
import { decodeJpeg } from '../../shared/media/pictures/jpeg.ts';
import { synthesizeClip } from '../../synthetic/synthesize-clip.ts';
import { mountedAt } from '../support/service/mounted-at.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { vms } from './vms.ts';
import { type ServeProcess, serve, startVms, vmsProcess } from './vms-process.ts';

// Every step starts processes.
vi.setConfig({ testTimeout: 120_000 });

const UNKNOWN_ID = '0190e2f0-0000-7000-8000-000000000000';
const folder = temporaryFolder();
const at = (name: string): string => path.join(folder.path, name);
let service: ServeProcess;
/** A processed video of the demo account. */
let id: string;

/** Runs a command on the service's folder and returns what it printed for programs. */
async function json(...args: string[]) {
  const { code, stdout, stderr } = await vms([...args, '--json', '--data', at('data')]);
  if (code !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}

const fails = (...args: string[]) => vms([...args, '--data', at('data')]);

const whoami = (secret: string) =>
  fetch(`${service.ready.apiUrl}/api/v1/whoami`, { headers: { Authorization: `Bearer ${secret}` } });

beforeAll(async () => {
  await synthesizeClip(at('shapes.mp4'), { seconds: 2, width: 320, height: 180, fps: 12 });
  service = await serve(at('data'));
  id = (await json('upload', at('shapes.mp4'), '--name', 'Shapes', '--wait')).id;
}, 120_000);

afterAll(async () => {
  await service[Symbol.asyncDispose]();
  folder[Symbol.dispose]();
});

test('an uploaded video is listed and shown', async () => {
  const { videos } = await json('list', '--page-size', '1');
  expect(videos).toMatchObject([{ id, name: 'Shapes', status: 'processed' }]);
  const { stdout } = await vms(['get', id, '--data', at('data')]);
  expect(stdout).toMatch(/^Picture +320 × 180 pixels$/m);
});

test('a watched job ends with its objects in the metadata, and its status can be read afterwards', async () => {
  const watched = await vms(['process', id, '--watch', '--fps', '10', '--data', at('data')]);
  expect(watched.code).toBe(0);
  const { objectsDetected, status, model, fallback } = await json('status', id);
  expect({ status, model, fallback }).toEqual({
    status: 'completed',
    model: 'moving-object',
    fallback: true,
  });
  expect((await json('objects', id)).objects).toHaveLength(objectsDetected);
  const refused = await fails('cancel', id);
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain(`vms status ${id}`);
});

test('a surface is marked in fractions or pixels, tracked to its end, and listed with its name', async () => {
  const mark = (...corners: string[]) => [
    'surface',
    id,
    '--frame',
    '10',
    '--name',
    'Wall',
    '--corners',
    ...corners,
  ];
  const tracked = await json(...mark('0.7,0.05,0.95,0.05,0.95,0.4,0.7,0.4'));
  expect(tracked).toMatchObject({ kind: 'surface', userLabel: 'Wall', tracking: 'done' });
  const started = await json(...mark('224,9,304,9,304,72,224,72', '--pixels', '--no-wait'));
  expect(started).toMatchObject({ success: true });
  const { objects } = await json('metadata', 'get', id);
  for (const objectId of [tracked.id, started.objectId]) {
    const near = (x: number, y: number) => ({ x: expect.closeTo(x, 2), y: expect.closeTo(y, 2) });
    const corners = [near(0.7, 0.05), near(0.95, 0.05), near(0.95, 0.4), near(0.7, 0.4)];
    expect(surfaceAt(objects[objectId], 10)).toEqual(corners);
  }
  const listed = await vms(['objects', id, '--data', at('data')]);
  expect(listed.stdout).toMatch(new RegExp(`^${tracked.id} +surface +Wall +surface .* done$`, 'm'));
});

test('objects, videos and versions are found by what they have, and a video is renamed', async () => {
  const { objects } = await json('objects', id);
  const ids = (found: { objects: { id: string }[] }) => found.objects.map((object) => object.id);
  const boxes = objects.filter(({ kind }: { kind: string }) => kind === 'box');
  expect(ids(await json('objects', id, '--kind', 'box', '--region', '0,0,1,1')).sort()).toEqual(
    ids({ objects: boxes }).sort(),
  );
  expect(ids(await json('objects', id, '--sort', 'id', '--limit', '1'))).toEqual(
    ids({ objects }).sort().slice(0, 1),
  );
  const none = await vms(['objects', id, '--label', 'unicorn', '--data', at('data')]);
  expect([none.code, none.stdout]).toEqual([0, 'No object meets all options.\n']);

  const { video } = await json('rename', id, 'Föhr at dusk');
  expect(video.name).toBe('Föhr at dusk');
  expect((await json('list', '--name', 'FÖHR')).videos.map((one: { id: string }) => one.id)).toEqual([id]);
  expect((await json('list', '--name', 'unicorn')).videos).toEqual([]);

  const { versions, currentVersion } = await json('versions', id);
  expect((await json('versions', id, '--author', 'nobody')).versions).toEqual([]);
  expect(versions).toHaveLength(currentVersion);
  const compared = await json('versions', id, '--compare', `1...${currentVersion}`);
  expect(compared).toMatchObject({ from: 1, to: currentVersion });
  expect(compared.changes.length).toBeGreaterThan(0);
});

test('a contact sheet shows frames of the video with the objects of its newest version', async () => {
  const [before, after] = [at('before.jpg'), at('after.jpg')];
  expect(await json('contact-sheet', id, '--out', before)).toEqual({ file: before });
  const { width, height } = await decodeJpeg(await readFile(before));
  expect([width > 400, height > 400]).toEqual([true, true]);
  const { objects } = await json('objects', id);
  const surface = objects.find(({ kind }: { kind: string }) => kind === 'surface');
  await json('metadata', 'patch', id, JSON.stringify({ objects: { [surface.id]: null } }));
  await json('contact-sheet', id, '--out', after);
  expect(await readFile(after)).not.toEqual(await readFile(before));
  expect((await fails('contact-sheet', id)).code).toBe(2);
});

test.each([
  ['contact-sheet', 'a JPEG picture', 'sheet.png'],
  ['metadata get', 'the metadata document', 'document.mp4'],
  ['export --format json', 'the metadata document', 'document.mp4'],
  ['export', 'the video with its metadata embedded', 'document.json'],
])('%s does not write %s into %s, and asks the service for nothing', async (command, what, name) => {
  // The video does not exist: a command that asks the service first fails with that.
  const { code, stderr } = await fails(...command.split(' '), UNKNOWN_ID, '--out', at(name));
  expect([code, stderr]).toEqual([2, expect.stringContaining(`${what} is written`)]);
  expect(existsSync(at(name))).toBe(false);
});

test.each([
  ['no frame', ['--corners', '0,0,1,0,1,1,0,1', '--name', 'Wall'], 2, '--frame N is missing'],
  ['no corners', ['--frame', '0', '--name', 'Wall'], 2, '--corners X1,Y1,…,X4,Y4 is missing'],
  ['no name', ['--frame', '0', '--corners', '0,0,1,0,1,1,0,1'], 2, '--name NAME is missing'],
  ['three corners', ['--frame', '0', '--corners', '0,0,1,0,1,1', '--name', 'Wall'], 2, 'must be 8 numbers'],
  [
    'pixels as fractions',
    ['--frame', '0', '--corners', '32,36,192,36,192,144,32,144', '--name', 'Wall'],
    2,
    'not 32: give --pixels where they are pixels',
  ],
  [
    'fractions as pixels',
    ['--pixels', '--frame', '0', '--corners', '-0.1,0,1.2,0,1,1,0,1', '--name', 'Wall'],
    2,
    'leave out --pixels',
  ],
  [
    'a corner that is too far away in pixels',
    ['--pixels', '--frame', '0', '--corners', '32,36,192,36,192,2144,32,144', '--name', 'Wall'],
    2,
    '--corners must be from -1800 to 1980 pixels down, not 2144',
  ],
  [
    'a frame before the first',
    ['--frame', '-1', '--corners', '0,0,1,0,1,1,0,1', '--name', 'Wall'],
    2,
    'must be a whole number',
  ],
  [
    'more than half of it outside the frame',
    ['--frame', '0', '--corners', '-2,0,1,0,1,1,-2,1', '--name', 'Wall'],
    1,
    'corners must have at least half',
  ],
  [
    'crossing sides',
    ['--frame', '0', '--corners', '0,0,1,1,1,0,0,1', '--name', 'Wall'],
    1,
    'corners must be listed in order around the surface',
  ],
])('a surface is not marked with %s', async (_, args, code, message) => {
  const refused = await fails('surface', id, ...args);
  expect(refused.stderr).toContain(message);
  expect(refused.code).toBe(code);
});

test('metadata is patched from an argument, a file and standard input, and older versions stay readable', async () => {
  const { version: base } = await json('metadata', 'patch', id, '{"variables":[{"id":"a","value":1}]}');
  await writeFile(at('patch.json'), '{"variables":[{"id":"a","value":2}]}');
  await json('metadata', 'patch', id, `@${at('patch.json')}`, '--if-match', String(base));
  const piped = await vms(['metadata', 'patch', id, '-', '--data', at('data')], {
    stdin: '{"rules":[{"id":"r"}]}',
  });
  expect(piped.code).toBe(0);
  expect(await json('metadata', 'get', id)).toMatchObject({
    variables: [{ id: 'a', value: 2 }],
    rules: [{ id: 'r' }],
  });
  expect(await json('metadata', 'get', id, '--version', String(base))).toMatchObject({
    variables: [{ id: 'a', value: 1 }],
    rules: [],
  });
  expect((await json('versions', id)).currentVersion).toBe(base + 2);
  expect(await json('metadata', 'get', id, '--sections', 'rules', '--version', String(base))).toEqual({
    schemaVersion: '1.0',
    rules: [],
  });
  expect(await json('metadata', 'get', id, '--path', '/variables/a/value')).toBe(2);
  const nowhere = await fails('metadata', 'get', id, '--path', '/variables/b');
  expect([nowhere.code, nowhere.stderr]).toEqual([
    1,
    expect.stringContaining('There is nothing at /variables/b.'),
  ]);

  const restored = await json('metadata', 'restore', id, String(base));
  expect(restored).toMatchObject({ version: base + 3 });
  expect(await json('metadata', 'get', id)).toEqual(
    await json('metadata', 'get', id, '--version', String(base)),
  );
  const overtaken = await fails('metadata', 'restore', id, '1', '--if-match', String(base));
  expect(overtaken.code).toBe(1);

  const stale = await fails('metadata', 'patch', id, '{}', '--if-match', String(base));
  expect(stale.code).toBe(1);
  expect(stale.stderr).toContain(`vms metadata get ${id}`);
  const broken = await fails('metadata', 'patch', id, '{"rules":');
  expect(broken.code).toBe(2);
  expect(broken.stderr).toContain('PATCH is not JSON');
});

test('the native export carries the document that the json export gives', async () => {
  await json('export', id, '--out', at('export.mp4'));
  await json('export', id, '--format', 'json', '--out', at('export.json'));
  const embedded = await readEmbedded('mp4', bytesSource(await readFile(at('export.mp4'))));
  expect(Buffer.from(embedded ?? []).toString()).toBe(await readFile(at('export.json'), 'utf8'));
});

test.each(EXPORT_FORMAT_NAMES)(
  'the %s export without --out lies in the working folder, under the id of the video',
  async (format) => {
    const before = process.cwd();
    process.chdir(folder.path);
    try {
      const { file } = await json('export', id, '--format', format);
      expect(file).toBe(`${id}.${exportFile(format, 'mp4').extension}`);
      expect(existsSync(at(file))).toBe(true);
    } finally {
      process.chdir(before);
    }
  },
);

test.each([['export'], ['metadata', 'get']])(
  '%s %s into a folder that is not there makes none',
  async (...command) => {
    const out = at('nowhere/deep/file');
    const { code, stderr } = await fails(...command.filter(Boolean), id, '--out', out);
    expect([code, stderr]).toEqual([1, `There is no folder ${path.dirname(out)}.\n`]);
    expect(existsSync(at('nowhere'))).toBe(false);
  },
);

test.each([['export'], ['metadata', 'get']])(
  '%s %s under the name of a folder asks the service for nothing and names the path as it was typed',
  async (...command) => {
    // The video does not exist: a command that asks the service first fails with that.
    const ask = (out: string) => fails(...command.filter(Boolean), UNKNOWN_ID, '--out', out);
    await mkdir(at('there'), { recursive: true });
    for (const out of [at('there'), `${at('missing')}/`, `${at('there')}/`, '.']) {
      const { code, stderr } = await ask(out);
      expect([code, stderr]).toEqual([1, `${out} names a folder, not a file.\n`]);
    }
    expect(await readdir(at('there'))).toEqual([]);
    expect(existsSync(at('missing'))).toBe(false);
  },
);

test('a key can do what it was made for, counts under its account, and stops when it is revoked', async () => {
  const made = ['keys', 'create', '--account', 'demo', '--scopes', 'project:read', '--projects', id];
  const { keyId, secret } = await json(...made, '--expires', '30', '--name', 'Reader');
  const answer = await whoami(secret);
  expect(await answer.json()).toMatchObject({
    keyId,
    name: 'Reader',
    scopes: ['project:read'],
    projectIds: [id],
  });
  const env = { VMS_API_URL: service.ready.apiUrl, VMS_API_KEY: secret };
  expect((await vms(['get', id], { env })).code).toBe(0);
  const forbidden = await vms(['delete', id, '--json'], { env });
  expect(forbidden.code).toBe(1);
  expect(JSON.parse(forbidden.stderr)).toMatchObject({ error: { code: 'INSUFFICIENT_SCOPE' } });
  await json('keys', 'revoke', keyId);
  expect((await whoami(secret)).status).toBe(401);
});

test('the tier of an account limits its keys, old ones and new ones', async () => {
  const create = ['keys', 'create', '--account', 'tiers', '--scopes', 'project:read'];
  const limitOf = async (secret: string) => (await whoami(secret)).headers.get('x-ratelimit-limit');
  const { secret: old } = await json(...create);
  expect(await limitOf(old)).toBe('100');
  await json('account', 'set-tier', 'tiers', 'pro');
  expect(await limitOf(old)).toBe('1000');
  expect(await limitOf((await json(...create)).secret)).toBe('1000');
});

test.each([
  ['an unknown scope', ['--scopes', 'project:fly'], 2, 'export:read'],
  [
    "a video that is not the account's",
    ['--scopes', 'project:read', '--projects', 'nope'],
    1,
    'no video nope',
  ],
  ['an expiry that is not offered', ['--scopes', 'project:read', '--expires', '31'], 2, '30, 90, 365, never'],
  ['no scopes', [], 2, '--scopes is missing'],
])('a key is not made with %s', async (_, args, code, message) => {
  const refused = await fails('keys', 'create', '--account', 'demo', ...args);
  expect(refused.code).toBe(code);
  expect(refused.stderr).toContain(message);
});

test('a key that does not exist cannot be revoked, and a tier that does not exist not be set', async () => {
  expect((await fails('keys', 'revoke', 'nope')).stderr).toContain('There is no key nope');
  const tier = await fails('account', 'set-tier', 'demo', 'gold');
  expect(tier.code).toBe(2);
  expect(tier.stderr).toContain('TIER must be one of free, pro, unlimited');
});

test('where a model cannot be downloaded, pull says so, names the ways out and leaves nothing behind', async () => {
  const { code, stderr } = await vms([
    'models',
    'pull',
    '--from',
    'http://127.0.0.1:1/',
    '--dir',
    at('weights'),
  ]);
  expect(code).toBe(1);
  expect(stderr).toContain('http://127.0.0.1:1/yolox_nano_416.onnx');
  expect(stderr).toContain('VMS_MODELS_DIR');
  expect(await readdir(at('weights'))).toEqual([]);
  const { models } = await json('models', 'list');
  expect(models).toContainEqual(
    expect.objectContaining({ id: 'moving-object', role: 'fallback', problem: null }),
  );
});

test('pulling a model that there is not is a usage error', async () => {
  const { code, stderr } = await vms(['models', 'pull', 'nope', '--dir', at('weights')]);
  expect(code).toBe(2);
  expect(stderr).toContain('no model "nope"; known: yolox-nano-416');
});

test('a missing video is reported with where to look', async () => {
  const { code, stderr } = await fails('get', 'nope');
  expect(code).toBe(1);
  expect(stderr).toContain('"vms list" lists the videos.');
});

test('names, documents and errors reach the terminal as escapes, and JSON as what it is', async () => {
  const evil = 'a\u009b2Jb\u202ec\u{e0041}';
  // Names may hold marks that cannot be seen, but no controls.
  const name = 'a\u200fb\u{e0041}';
  const data = ['--data', at('data')];
  const { id: video } = await json('upload', at('shapes.mp4'), '--name', name, '--wait');
  await json('metadata', 'patch', video, JSON.stringify({ variables: [{ id: evil }] }));
  const said = {
    listed: await vms(['list', '--json', ...data]),
    document: await vms(['metadata', 'get', video, ...data]),
    error: await vms(['metadata', 'patch', video, JSON.stringify({ objects: { [evil]: {} } }), ...data]),
  };
  for (const { stdout, stderr } of Object.values(said)) {
    expect(stdout + stderr).toContain('\\udb40\\udc41');
    expect(stdout + stderr).not.toMatch(/[\u0080-\u009f\u200f\u202e\u{e0041}]/u);
  }
  expect(JSON.parse(said.listed.stdout).videos).toContainEqual(expect.objectContaining({ name }));
  expect(JSON.parse(said.document.stdout)).toMatchObject({ variables: [{ id: evil }] });
});

test('without a running service a command brings its own and leaves the work done to the next one', async () => {
  const data = ['--data', at('other-data')];
  const uploaded = await vmsProcess(['upload', at('shapes.mp4'), '--json', ...data]);
  expect(uploaded.code).toBe(0);
  expect(uploaded.stderr).toContain('No service is running');
  const { id: video } = JSON.parse(uploaded.stdout);
  expect((await vmsProcess(['delete', video, ...data])).code).toBe(0);
});

test('a watched job of a video that is still being uploaded begins once that is processed', {
  tags: 'long',
}, async () => {
  const { size } = await stat(at('shapes.mp4'));
  const begun = await fetch(`${service.ready.apiUrl}/api/videos/upload`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${service.ready.apiKey}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ fileName: 'shapes.mp4', fileSize: size }),
  });
  const { id: video } = (await begun.json()) as { id: string };
  const watched = startVms(['process', video, '--watch', '--json', '--data', at('data')]);
  const [exited, printed] = [once(watched, 'exit'), text(watched.stdout)];
  const [said] = (await once(watched.stderr, 'data')) as [Buffer];
  expect(String(said)).toBe('Waiting until the video is processed: its status is uploading.\n');
  await json('upload', at('shapes.mp4'), '--resume', video);
  expect((await exited)[0]).toBe(0);
  expect(JSON.parse(await printed)).toMatchObject({ status: 'completed' });
});

test('a service that lies below a path is used like any other', async () => {
  await using gateway = await mountedAt('/prod', service.ready.apiUrl);
  const env = { VMS_API_URL: `${gateway.url}/prod/`, VMS_API_KEY: service.ready.apiKey };
  const uploaded = await vms(['upload', at('shapes.mp4'), '--wait', '--json'], { env });
  expect(uploaded).toMatchObject({ code: 0 });
  const { id: video } = JSON.parse(uploaded.stdout);
  const patch = ['metadata', 'patch', video, '{"rules":[{"id":"r"}]}', '--if-match', '1'];
  expect(await vms(patch, { env })).toMatchObject({ code: 0 });
  const got = await vms(['metadata', 'get', video, '--out', at('document.json'), '--json'], { env });
  expect(JSON.parse(got.stdout)).toMatchObject({ version: 2 });
});
