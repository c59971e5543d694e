import { beforeEach, describe, expect, test } from 'vitest';
import { apiOf } from '../../support/service/api.ts';
import { startTestService } from '../../support/service/test-service.ts';
import { seedVideo, trackedCars } from '../../support/videos/seed-video.ts';

let video: string;

const service = await startTestService({ worker: false });
const api = apiOf(service);

beforeEach(async () => {
  video = await seedVideo(service, { parts: trackedCars(['a']) });
});

/** Members with names that every object inherits, or that lead to a prototype. */
const FREE = { constructor: { prototype: { polluted: true } }, prototype: [1], toString: null, valueOf: 'x' };

const metadataUrl = () => `/api/videos/${video}/metadata`;
const document = async () => (await api<Record<string, unknown>>('GET', metadataUrl())).body;

test.each(['application/json', 'application/merge-patch+json'])(
  '%s keeps members with inherited names in every free object',
  async (type) => {
    const { toString: _, ...kept } = FREE;
    const overlay = { id: 'o', plugin: { type: 'user:x', config: kept }, ...kept };
    const edit = {
      ...FREE,
      objects: { a: { customData: FREE } },
      layers: [{ id: 'l', overlays: [overlay], ...kept }],
      variables: [{ id: 'v', ...kept }],
      rules: [{ id: 'r', ...kept }],
    };
    const answer = await api('PATCH', `${metadataUrl()}?baseVersion=1`, {
      raw: JSON.stringify(edit),
      headers: { 'Content-Type': type },
    });
    expect(answer.status).toBe(200);
    const { objects, layers, variables, rules, ...rest } = await document();
    expect(objects).toMatchObject({ a: { customData: kept } });
    expect(rest).toMatchObject(kept);
    expect({ layers, variables, rules }).toEqual({
      layers: edit.layers,
      variables: edit.variables,
      rules: edit.rules,
    });
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  },
);

test('an object keeps data with inherited names, and loses it by null', async () => {
  const patch = (customData: unknown) =>
    api<{ object: { customData: unknown } }>('PATCH', `/api/videos/${video}/objects/a`, {
      json: { customData },
    });
  const { toString: _, ...kept } = FREE;
  expect((await patch(FREE)).body.object.customData).toEqual(kept);
  const merged = await patch({ constructor: { prototype: { polluted: null, more: 1 } }, prototype: null });
  expect(merged.body.object.customData).toEqual({ constructor: { prototype: { more: 1 } }, valueOf: 'x' });
});

test('a JSON Patch reaches members with inherited names, and nothing that is inherited', async () => {
  const change = (baseRevision: number, op: string, path: string) =>
    api('POST', `/api/v1/projects/${video}/changes`, {
      json: { baseRevision, changes: [{ op, path, ...(op === 'add' && { value: { a: 1 } }) }] },
    });
  expect((await change(1, 'add', '/objects/a/customData/constructor')).status).toBe(200);
  expect((await change(2, 'add', '/objects/a/customData/constructor/prototype')).status).toBe(200);
  expect((await document()).objects).toMatchObject({
    a: { customData: { constructor: { a: 1, prototype: { a: 1 } } } },
  });
  for (const path of ['/objects/a/customData/toString/polluted', '/constructor/prototype/polluted']) {
    expect((await change(3, 'add', path)).body.error).toMatchObject({ code: 'INVALID_PARAMETER' });
  }
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
});

describe.each(['constructor', 'prototype', 'toString'])('%s', (name) => {
  test('is no object of a document', async () => {
    const edits = [{ userLabel: 'x' }, { customData: { polluted: true } }, { $delete: false }];
    for (const edit of edits) {
      const answer = await api('PATCH', metadataUrl(), { json: { objects: { [name]: edit } } });
      expect([answer.status, answer.body.error.field?.split('.').slice(0, 2)]).toEqual([
        answer.body.error.code === 'OBJECT_NOT_FOUND' ? 404 : 400,
        ['objects', name],
      ]);
    }
  });

  test('can be a setting of a plugin', async () => {
    const configSchema = {
      properties: { [name]: { type: 'number' } },
      required: [name],
      additionalProperties: false,
    };
    const plugin = { type: 'user:named', version: '1.0.0', configSchema };
    expect((await api('POST', `/api/v1/projects/${video}/plugins`, { json: plugin })).status).toBe(201);
    const draw = async (config: object) => {
      const overlays = [{ id: 'o', plugin: { type: 'user:named', config } }];
      return (await api('PATCH', metadataUrl(), { json: { layers: [{ id: 'l', overlays }] } })).status;
    };
    expect([await draw({}), await draw({ [name]: 'x' }), await draw({ [name]: 1 })]).toEqual([400, 400, 200]);
  });
});
