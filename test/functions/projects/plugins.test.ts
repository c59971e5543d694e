import { beforeEach, describe, expect, test } from 'vitest';
import type { ErrorBody } from '../../../shared/contract/errors.ts';
import { LIMITS } from '../../../shared/contract/limits.ts';
import { isoNow, systemRuntime } from '../../../shared/kernel/runtime/runtime.ts';
import { openPlugins } from '../../../shared/stores/plugins.ts';
import { apiOf } from '../../support/service/api.ts';
import { startTestService } from '../../support/service/test-service.ts';
import { recordCalls } from '../../support/store-calls.ts';
import { seedVideo } from '../../support/videos/seed-video.ts';

interface Installed {
  success: boolean;
  plugin: { type: string; version: string; installedAt: string };
}

let video: string;

const service = await startTestService({ worker: false });
const api = apiOf(service);

const overlay = (id: string, type: string, config: unknown) => ({ id, plugin: { type, config } });
const OLD = overlay('old', 'user:callout', { size: 'huge' });

/** Every test has a video of its own, with an overlay that is older than any plugin. */
beforeEach(async () => {
  video = await seedVideo(service, {
    parts: { layers: [{ id: 'l', overlays: [OLD as never] }] },
  });
});

const SIZED = { type: 'object', properties: { size: { type: 'number', maximum: 10 } }, required: ['size'] };
const CALLOUT = { type: 'user:callout', version: '1.0.0', configSchema: SIZED };

const install = <Body = Installed>(plugin: object = CALLOUT, headers: Record<string, string> = {}) =>
  api<Body>('POST', `/api/v1/projects/${video}/plugins`, { json: plugin, headers });

const refused = async (plugin: object) => {
  const { status, body } = await install<ErrorBody>(plugin);
  return [status, body.error.code, body.error.field];
};

const write = (json: unknown) => api('PATCH', `/api/videos/${video}/metadata`, { json });

/** Status, and of a refusal its code and field. */
const written = async (...overlays: object[]) => {
  const { status, body } = await write({ layers: [{ id: 'l', overlays }] });
  return status === 200 ? [200] : [status, body.error.code, body.error.field];
};

describe('installing', () => {
  test('a new plugin is created, and the identical installation changes nothing', async () => {
    const first = await install();
    expect([first.status, first.body]).toEqual([
      201,
      { success: true, plugin: { type: 'user:callout', version: '1.0.0', installedAt: expect.any(String) } },
    ]);
    const { configSchema, ...rest } = CALLOUT;
    const { required, properties, type } = configSchema;
    const again = await install({ configSchema: { required, properties, type }, ...rest });
    expect([again.status, again.body]).toEqual([200, first.body]);
  });

  test.each([
    ['another schema', { configSchema: true }],
    ['another title', { title: 'Callout' }],
  ])('%s under the same version is a conflict', async (_, other) => {
    await install();
    expect(await refused({ ...CALLOUT, ...other })).toEqual([409, 'PLUGIN_CONFLICT', undefined]);
    expect((await install({ ...CALLOUT, ...other, version: '1.0.1' })).status).toBe(201);
  });

  test('of many at once exactly one is the first', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => install()));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array(7).fill(200), 201]);
    expect(new Set(answers.map(({ body }) => body.plugin.installedAt)).size).toBe(1);
  });

  test('of many different ones under one version exactly one is installed', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, i) => install({ ...CALLOUT, title: `Title ${i}` })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array(7).fill(409)]);
  });

  test('a repeated request gets the first answer with its status, also where nothing was new', async () => {
    for (const [key, status] of Object.entries({ first: 201, second: 200 })) {
      const answers = [await install(CALLOUT, { 'Idempotency-Key': key })];
      answers.push(await install(CALLOUT, { 'Idempotency-Key': key }));
      expect(answers.map((answer) => answer.status)).toEqual([status, status]);
    }
  });

  test.each([
    ['a type of another namespace', { ...CALLOUT, type: 'core:text' }, 'type'],
    ['a version that is none', { ...CALLOUT, version: '1.0' }, 'version'],
    ['build metadata', { ...CALLOUT, version: '1.0.0+7' }, 'version'],
    ['a leading zero', { ...CALLOUT, version: '1.0.0-01' }, 'version'],
    [
      'a schema that is not valid',
      { ...CALLOUT, configSchema: { items: { type: 7 } } },
      'configSchema.items.type',
    ],
    [
      'a reference outside',
      { ...CALLOUT, configSchema: { $ref: 'https://example.org' } },
      'configSchema.$ref',
    ],
    ['a long description', { ...CALLOUT, description: 'x'.repeat(501) }, 'description'],
  ])('%s is refused', async (_, plugin, field) => {
    expect(await refused(plugin)).toEqual([400, 'INVALID_PARAMETER', field]);
  });

  test('the schema is required', async () => {
    expect(await refused({ type: 'user:callout', version: '1.0.0' })).toEqual([
      400,
      'MISSING_PARAMETER',
      'configSchema',
    ]);
  });

  test('a video that is not processed takes no plugins', async () => {
    video = await seedVideo(service, { processed: false });
    expect(await refused(CALLOUT)).toEqual([409, 'VIDEO_NOT_READY', undefined]);
  });

  test('a project has room for so many versions; an installed plugin can still be installed again', async () => {
    const version = (i: number) => ({ ...CALLOUT, version: `1.0.${i}` });
    const plugins = openPlugins({ variables: service.variables, runtime: systemRuntime });
    for (let i = 1; i < LIMITS.plugins; i++) {
      await plugins.install(video, { ...version(i), installedAt: isoNow(systemRuntime) });
    }
    expect((await install(version(0))).status).toBe(201);
    const { status, body } = await install<ErrorBody>(version(LIMITS.plugins));
    expect([status, body.error]).toMatchObject([
      400,
      { code: 'INVALID_PARAMETER', details: { max: LIMITS.plugins, provided: LIMITS.plugins + 1 } },
    ]);
    expect((await install(version(0))).status).toBe(200);
  });
});

describe('the configuration of an overlay', () => {
  const FIELD = 'layers.l.overlays.new.plugin.config.size';

  test('must match from the installation on', async () => {
    expect(await written(overlay('new', 'user:callout', { size: 11 }))).toEqual([200]);
    await install();
    expect(await written(overlay('new', 'user:callout', { size: 12 }))).toEqual([
      400,
      'INVALID_PARAMETER',
      FIELD,
    ]);
    expect(await written(overlay('new', 'user:callout', { size: 10 }))).toEqual([200]);
  });

  test('is refused with the range it leaves', async () => {
    await install();
    const { body } = await write({
      layers: [{ id: 'l', overlays: [overlay('new', 'user:callout', { size: 11 })] }],
    });
    expect(body.error).toEqual({
      code: 'INVALID_PARAMETER',
      message: `${FIELD} must be at most 10.`,
      field: FIELD,
      details: { min: -Number.MAX_VALUE, max: 10, provided: 11 },
    });
  });

  test('is free where no plugin of its type is installed, and in another project', async () => {
    await install();
    expect(
      await written(overlay('new', 'user:other', { size: 11 }), overlay('text', 'core:text', {})),
    ).toEqual([200]);
    video = await seedVideo(service, { parts: { layers: [{ id: 'l', overlays: [] }] } });
    expect(await written(overlay('new', 'user:callout', { size: 11 }))).toEqual([200]);
  });

  test('is not checked again when a write does not touch the overlay', async () => {
    await install();
    expect(await written(overlay('new', 'user:callout', { size: 1 }))).toEqual([200]);
    expect((await write({ layers: [{ id: 'l', name: 'Renamed' }] })).status).toBe(200);
    expect(await written({ id: 'old' })).toEqual([200]);
    expect(await written({ id: 'old', name: 'Touched' })).toEqual([
      400,
      'INVALID_PARAMETER',
      'layers.l.overlays.old.plugin.config.size',
    ]);
    expect(await written({ id: 'old', $delete: true })).toEqual([200]);
  });

  test.each([
    [
      'application/merge-patch+json',
      { layers: [{ id: 'l', overlays: [overlay('new', 'user:callout', {})] }] },
    ],
    [
      'application/json-patch+json',
      [{ op: 'add', path: '/layers/0/overlays/-', value: overlay('new', 'user:callout', {}) }],
    ],
  ])('is checked in a PATCH of type %s', async (type, body) => {
    await install();
    const answer = await api('PATCH', `/api/videos/${video}/metadata?baseVersion=1`, {
      raw: JSON.stringify(body),
      headers: { 'Content-Type': type },
    });
    expect([answer.status, answer.body.error.field]).toEqual([400, FIELD]);
  });

  test('is checked in POST changes, which then change nothing', async () => {
    await install();
    const answer = await api('POST', `/api/v1/projects/${video}/changes`, {
      json: {
        baseRevision: 1,
        changes: [
          { op: 'add', path: '/variables/-', value: { id: 'v' } },
          { op: 'add', path: '/layers/0/overlays/-', value: overlay('new', 'user:callout', { size: '1' }) },
        ],
      },
    });
    expect([answer.status, answer.body.error.field]).toEqual([400, FIELD]);
    const { body } = await api<{ variables: unknown[] }>('GET', `/api/videos/${video}/metadata`);
    expect(body.variables).toEqual([]);
  });

  test('goes by the newest version, in the order of precedence, whenever it was installed', async () => {
    const limited = (version: string, maximum: number) =>
      install({ ...CALLOUT, version, configSchema: { properties: { size: { maximum } } } });
    const fits = async (size: number) => (await written(overlay('new', 'user:callout', { size })))[0] === 200;
    await limited('1.10.0', 10);
    await limited('1.9.0', 9);
    expect([await fits(10), await fits(11)]).toEqual([true, false]);
    await limited('1.10.0-rc.1', 8);
    expect(await fits(10)).toBe(true);
    await limited('2.0.0-beta', 20);
    expect([await fits(20), await fits(21)]).toEqual([true, false]);
  });

  test('that takes too long to check is refused, and says so', async () => {
    const branches = Array.from({ length: 8 }, () => ({ items: { $ref: '#/$defs/deep' } }));
    const configSchema = {
      properties: { a: { $ref: '#/$defs/deep' } },
      $defs: { deep: { anyOf: branches, not: { type: 'number' } } },
    };
    await install({ ...CALLOUT, configSchema });
    let deep: unknown = 1;
    for (let i = 0; i < 40; i++) deep = [deep];
    const { status, body } = await write({
      layers: [{ id: 'l', overlays: [overlay('new', 'user:callout', { a: deep })] }],
    });
    expect([status, body.error.code, body.error.message]).toEqual([
      400,
      'INVALID_PARAMETER',
      'layers.l.overlays.new.plugin.config takes too many steps to check.',
    ]);
  });
});

describe('what a write costs', () => {
  test.each([
    ['no overlay is touched', { variables: [{ id: 'v' }], layers: [{ id: 'l', name: 'Renamed' }] }, 0],
    ['a built-in overlay is added', { layers: [{ id: 'l', overlays: [overlay('t', 'core:text', {})] }] }, 0],
    ['overlays of one type are added', { layers: [{ id: 'l', overlays: [OLD, { ...OLD, id: 'b' }] }] }, 1],
  ])('when %s, %j makes %i calls about plugins', async (_, patch, calls) => {
    using recorded = recordCalls(({ input }) => input.TableName?.endsWith('plugins') === true);
    expect((await write(patch)).status).toBe(200);
    expect(recorded.commands).toEqual(Array(calls).fill('QueryCommand'));
  });
});

describe('the plugins of a project', () => {
  const list = async () =>
    (await api<{ plugins: { type: string; version: string }[] }>('GET', `/api/v1/projects/${video}/plugins`))
      .body.plugins;
  const remove = (version: string) =>
    api<{ removed: boolean }>('DELETE', `/api/v1/projects/${video}/plugins/user:callout/${version}`);

  test('are listed with their schemas, the newest version of a type last', async () => {
    expect(await list()).toEqual([]);
    await install({ ...CALLOUT, version: '1.10.0' });
    await install({ ...CALLOUT, title: 'Callout' });
    expect(await list()).toEqual([
      { ...CALLOUT, title: 'Callout', installedAt: expect.any(String) },
      { ...CALLOUT, version: '1.10.0', installedAt: expect.any(String) },
    ]);
  });

  test('check nothing once they are removed, which may be repeated', async () => {
    await install();
    const overlays = overlay('new', 'user:callout', { size: 11 });
    expect(await written(overlays)).toEqual([400, 'INVALID_PARAMETER', expect.any(String)]);
    expect((await remove('1.0.0')).body).toEqual({ success: true, removed: true });
    expect((await remove('1.0.0')).body).toEqual({ success: true, removed: false });
    expect(await list()).toEqual([]);
    expect(await written(overlays)).toEqual([200]);
    expect((await install()).status).toBe(201);
  });
});
