import { describe, expect, test } from 'vitest';
import type { StoredParts } from '../../../shared/stores/documents/pack-part.ts';
import { createKey } from '../../support/service/create-key.ts';
import { startWorkbench } from '../../support/service/workbench.ts';
import { interceptCalls } from '../../support/store-calls.ts';
import { provideEarlierSchema } from '../../support/videos/earlier-schema.ts';
import { rewriteVersion } from '../../support/videos/rewrite-version.ts';
import { seedVideo } from '../../support/videos/seed-video.ts';
import { trackedCrowd } from '../../support/videos/tracked-crowd.ts';

const bench = await startWorkbench();

type Document = Record<string, unknown> & { objects: Record<string, Record<string, unknown>> };

/** A document whose larger parts are objects of their own. */
const parts = (): Partial<StoredParts> => ({
  ...trackedCrowd(300, 40),
  layers: [
    {
      id: 'titles',
      name: 'Titles',
      overlays: [
        { id: 'a/b', name: 'One' },
        { id: '~', name: null, list: [1, 2] },
      ] as never[],
    },
    { id: '1', overlays: [] },
  ],
  variables: [{ id: 'speed', value: 3 }],
  extra: { theme: { dark: true }, nothing: null, notes: ['x'.repeat(10)] },
});
const id = await seedVideo(bench.environment, { parts: parts() });
const target = `/api/videos/${id}/metadata`;
const { body: whole } = await bench.api<Document>('GET', target);
const OBJECT = 'obj_000000000007';
const object = whole.objects[OBJECT] ?? {};

const read = (query: string, of = target) => bench.api<unknown>('GET', `${of}?${query}`);
const pick = (...names: string[]) =>
  Object.fromEntries(['schemaVersion', ...names].map((name) => [name, whole[name]]));

describe('?sections answers with what it names, and with the version of the schema', () => {
  test.each([
    ['layers,variables', pick('layers', 'variables')],
    ['rules', pick('rules')],
    ['objects', pick('objects')],
    ['videoDetails', pick('videoDetails')],
    ['schemaVersion', pick()],
    ['extra', pick('theme', 'nothing', 'notes')],
    ['theme,nothing,rules', pick('theme', 'nothing', 'rules')],
    ['extra,theme,layers', pick('theme', 'nothing', 'notes', 'layers')],
  ])('%s', async (sections, expected) => {
    const { status, body, headers } = await read(`sections=${sections}`);
    expect([status, body]).toEqual([200, expected]);
    expect(headers.get('etag')).toMatch(/^(?:W\/)?"1"$/);
  });
});

describe('?path answers with the value there', () => {
  test.each([
    ['/layers', whole.layers],
    ['/layers/titles/name', 'Titles'],
    ['/layers/1', { id: '1', overlays: [] }],
    ['/layers/titles/overlays/a~1b/name', 'One'],
    ['/layers/titles/overlays/~0/name', null],
    ['/layers/titles/overlays/~0/list', [1, 2]],
    ['/variables/speed/value', 3],
    ['/theme/dark', true],
    ['/nothing', null],
    ['/schemaVersion', '1.0'],
    ['/videoDetails/fps', (whole.videoDetails as { fps: number }).fps],
    ['/objects', whole.objects],
    [`/objects/${OBJECT}`, object],
    [`/objects/${OBJECT}/label`, 'person'],
    [`/objects/${OBJECT}/track`, object.track],
  ])('%s', async (path, expected) => {
    const { status, body, headers } = await read(`path=${encodeURIComponent(path)}`);
    expect([status, body]).toEqual([200, expected]);
    expect(headers.get('etag')).toMatch(/^(?:W\/)?"1"$/);
  });

  test.each([
    '/layers/none',
    '/layers/0',
    '/layers/-',
    '/layers/titles/overlays/~0/list/9',
    '/objects/none',
    '/objects/none/track',
    `/objects/${OBJECT}/track/99`,
    '/none',
    '/extra',
    '/tracks',
    '/constructor',
    '/layers/length',
    '/theme/dark/x',
  ])('%s, where there is nothing: 404', async (path) => {
    const { status, body } = await read(`path=${encodeURIComponent(path)}`);
    expect([status, body]).toEqual([
      404,
      { error: expect.objectContaining({ code: 'PATH_NOT_FOUND', field: 'path' }) },
    ]);
  });
});

test.each([
  ['sections=', 'sections'],
  ['sections=layers,', 'sections'],
  ['sections=,layers', 'sections'],
  ['sections=layers,layers', 'sections'],
  ['sections=layers&sections=rules', 'sections'],
  ['sections=layer', 'sections'],
  ['sections=layers,tracks', 'sections'],
  ['sections=__proto__', 'sections'],
  ['path=', 'path'],
  ['path=layers', 'path'],
  ['path=/layers/~2', 'path'],
  ['path=/__proto__', 'path'],
  ['path=/layers&path=/rules', 'path'],
  ['sections=layers&path=/layers', 'path'],
])('?%s is refused, naming %s', async (query, field) => {
  const { status, body } = await read(query);
  expect([status, body]).toEqual([
    400,
    { error: expect.objectContaining({ code: 'INVALID_PARAMETER', field }) },
  ]);
});

test('an entry without an id is named by its position', async () => {
  expect((await read(`path=${encodeURIComponent('/layers/titles/overlays/~0/list/0')}`)).body).toBe(1);
  expect((await read(`path=/objects/${OBJECT}/track/0/frame`)).body).toBe(7);
  expect((await read('path=/layers/0')).status).toBe(404);
});

test('what is not there is refused, whatever the client holds', async () => {
  for (const [query, status] of [
    ['path=/nothere', 404],
    ['sections=nothere', 400],
  ] as const)
    expect(
      (await bench.api('GET', `${target}?${query}`, { headers: { 'If-None-Match': '"1"' } })).status,
    ).toBe(status);
});

test('a part is of the version that is asked for, and has its ETag', async () => {
  const edited = await seedVideo(bench.environment, { parts: parts() });
  const of = `/api/videos/${edited}/metadata`;
  await bench.api('PATCH', of, { json: { layers: [{ id: 'titles', name: 'Edited' }] } });
  const newest = await read('path=/layers/titles/name', of);
  expect([newest.body, newest.headers.get('etag')]).toEqual(['Edited', '"2"']);
  expect((await read('path=/layers/titles/name&version=1', of)).body).toBe('Titles');
  const held = { headers: { 'If-None-Match': '"2"' } };
  for (const query of ['path=/layers/titles/name', 'sections=layers'])
    expect((await bench.api('GET', `${of}?${query}`, held)).status).toBe(304);
  expect((await read('sections=layers&version=9', of)).status).toBe(404);
});

test('of the stores nothing is read but what holds the part', async () => {
  const keys: string[] = [];
  using _ = interceptCalls(async ({ input }, proceed) => {
    const { Key } = input as { Key?: unknown };
    if (typeof Key === 'string') keys.push(Key.split('/').slice(2, 3).join());
    return proceed();
  });
  const reads = async (query: string) => {
    keys.length = 0;
    expect((await read(query)).status).toBe(200);
    return [...new Set(keys)].toSorted();
  };
  expect(await reads('')).toEqual(['objects', 'tracks']);
  for (const query of ['sections=layers,theme', 'path=/layers/titles', 'path=/theme'])
    expect(await reads(query)).toEqual([]);
  expect(await reads(`path=/objects/${OBJECT}/label`)).toEqual(['objects']);
  expect(await reads(`path=/objects/${OBJECT}`)).toEqual(['objects', 'tracks']);
});

test('of a large section the entry is read that a path names, and no other', async () => {
  const variables = Array.from({ length: 5000 }, (_, index) => ({ id: `v${index}`, value: `${index / 7}` }));
  const large = await seedVideo(bench.environment, { parts: { variables, ...trackedCrowd(2000, 3) } });
  let bytes = 0;
  using _ = interceptCalls(async ({ input }, proceed) => {
    const [, start, end] = /bytes=(\d+)-(\d+)/.exec(String((input as { Range?: unknown }).Range)) ?? [];
    if (start !== undefined) bytes += Number(end) + 1 - Number(start);
    return proceed();
  });
  const readBytes = async (query: string): Promise<[unknown, number]> => {
    bytes = 0;
    const { status, body } = await bench.api<unknown>('GET', `/api/videos/${large}/metadata?${query}`);
    expect(status).toBe(200);
    return [body, bytes];
  };
  const [all, most] = await readBytes('sections=variables,objects');
  const { objects } = all as { objects: Record<string, { track: unknown[] }> };
  expect(all).toMatchObject({ variables });
  expect(Object.keys(objects)).toHaveLength(2000);
  const [variable, few] = await readBytes('path=/variables/v4711');
  expect(variable).toEqual(variables[4711]);
  const [id = ''] = Object.keys(objects);
  const [object, some] = await readBytes(`path=/objects/${id}`);
  expect(object).toEqual(objects[id]);
  expect(few + some).toBeLessThan(most / 3);
});

test('parts of a document of an older schema are those of the document as it is read today', async () => {
  provideEarlierSchema();
  const old = await seedVideo(bench.environment, {
    parts: { variables: [{ id: 'v', value: 1 }], extra: { author: 'Ada', note: 'kept' } },
  });
  await rewriteVersion(bench.environment, old, 1, (item) => ({ ...item, schemaVersion: '0.9' }));
  const of = `/api/videos/${old}/metadata`;
  const { body } = await bench.api<Document>('GET', of);
  expect((await read('sections=variables,note', of)).body).toEqual({
    schemaVersion: body.schemaVersion,
    variables: body.variables,
    note: 'kept',
  });
  expect((await read('path=/variables/author', of)).body).toEqual({ id: 'author', value: 'Ada' });
});

test('a part needs the scope that the document needs', async () => {
  const { secret: key } = await createKey(bench.environment, { account: 'demo', scopes: ['project:edit'] });
  const { status, body } = await bench.api('GET', `${target}?path=/layers`, { key });
  expect([status, body.error.code]).toEqual([403, 'INSUFFICIENT_SCOPE']);
});
