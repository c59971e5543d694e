import { beforeAll, describe, expect, test } from 'vitest';
import type { ErrorBody } from '../../shared/contract/errors.ts';
import type { JsonSchema, OpenApiDocument } from '../../shared/contract/openapi/types.ts';
import { type Api, type ApiAnswer, apiOf, fileForm } from '../support/service/api.ts';
import { startTestService } from '../support/service/test-service.ts';
import { seedVideo, trackedCars } from '../support/videos/seed-video.ts';

let api: Api;
let video: string;
let reference: OpenApiDocument;

beforeAll(async () => {
  const service = await startTestService({ worker: false });
  api = apiOf(service);
  video = await seedVideo(service, { account: 'demo', parts: trackedCars(['car1']) });
  reference = (await api<OpenApiDocument>('GET', '/api/openapi.json')).body;
});

type ErrorAnswer = ApiAnswer<ErrorBody>;

/** The error that reports a range with all its details: no more, no less. */
async function expectRange(
  answer: Promise<ErrorAnswer>,
  field: string,
  details: { min: number; max: number; provided: number | string },
) {
  const { status, body } = await answer;
  expect({ status, field: body.error.field, details: body.error.details }).toEqual({
    status: 400,
    field,
    details,
  });
}

const patchObject = (json: unknown) => api('PATCH', `/api/videos/${video}/objects/car1`, { json });
const process = (json: unknown) => api('POST', `/api/videos/${video}/process`, { json });
const install = (json: object) =>
  api('POST', `/api/v1/projects/${video}/plugins`, {
    json: { type: 'user:a', version: '1.0.0', configSchema: {}, ...json },
  });
const change = (json: object) =>
  api('POST', `/api/v1/projects/${video}/changes`, {
    json: { baseRevision: 1, changes: [{ op: 'remove', path: '/x' }], ...json },
  });
const HUGE = '9'.repeat(400);
const list = (query: string) => api('GET', `/api/videos?${query}`);
const ifMatch = (version: string) =>
  api('DELETE', `/api/videos/${video}/objects/car1`, { headers: { 'If-Match': `"${version}"` } });
const form = (fields: Record<string, string>) =>
  api('POST', '/api/videos/upload', { form: fileForm(new Uint8Array(9), 'a.mp4', fields) });

describe('a violated range is reported with min, max and provided:', () => {
  test.each<[string, () => Promise<ErrorAnswer>, string, number, number, number | string]>([
    ['a userLabel', () => patchObject({ userLabel: 'x'.repeat(256) }), 'userLabel', 1, 255, 256],
    ['a number of labels', () => process({ labels: Array(101).fill('a') }), 'labels', 0, 100, 101],
    ['a label', () => process({ labels: ['x'.repeat(65)] }), 'labels.0', 1, 64, 65],
    ['an empty label', () => process({ labels: ['a', ''] }), 'labels.1', 1, 64, 0],
    ['fps', () => process({ fps: 31 }), 'fps', 1, 30, 31],
    ['confidence', () => process({ confidence: -0.5 }), 'confidence', 0, 1, -0.5],
    ["a plugin's type", () => install({ type: `user:${'x'.repeat(251)}` }), 'type', 0, 255, 256],
    ["a plugin's version", () => install({ version: `1.0.${'9'.repeat(65)}` }), 'version', 0, 64, 69],
    ["a plugin's title", () => install({ title: '' }), 'title', 1, 255, 0],
    ["a plugin's description", () => install({ description: 'x'.repeat(501) }), 'description', 0, 500, 501],
    ['a description of changes', () => change({ description: 'x'.repeat(501) }), 'description', 0, 500, 501],
    ['a number of changes', () => change({ changes: [] }), 'changes', 1, 500, 0],
    ['a base revision', () => change({ baseRevision: 0 }), 'baseRevision', 1, 1_000_000_000, 0],
    ["a form's name", () => form({ name: 'x'.repeat(256) }), 'name', 1, 255, 256],
    ["a form's field", () => form({ name: 'x'.repeat(4097) }), 'name', 0, 4096, 4097],
    ['a page', () => list('page=0'), 'page', 1, 1_000_000_000, 0],
    ['a page size of many digits', () => list(`pageSize=${'9'.repeat(20)}`), 'pageSize', 1, 100, 1e20],
    ['a page far below', () => list(`page=-${'9'.repeat(20)}`), 'page', 1, 1_000_000_000, -1e20],
    ['a page beyond all numbers', () => list(`page=${HUGE}`), 'page', 1, 1_000_000_000, HUGE],
    ['a base version of many digits', () => ifMatch('9'.repeat(20)), 'If-Match', 0, 1_000_000_000, 1e20],
  ])('%s', async (_, send, field, min, max, provided) => {
    await expectRange(send(), field, { min, max, provided });
  });

  test('a setting of a plugin, by the range that its schema leaves', async () => {
    const properties = { size: { type: 'number', minimum: 1, maximum: 9 }, text: { maxLength: 3 } };
    expect((await install({ type: 'user:label', configSchema: { properties } })).status).toBe(201);
    const draw = (config: unknown) =>
      api('PATCH', `/api/videos/${video}/metadata`, {
        json: { layers: [{ id: 'l', overlays: [{ id: 'o', plugin: { type: 'user:label', config } }] }] },
      });
    const at = 'layers.l.overlays.o.plugin.config';
    await expectRange(draw({ size: 0 }), `${at}.size`, { min: 1, max: 9, provided: 0 });
    await expectRange(draw({ text: 'long' }), `${at}.text`, { min: 0, max: 3, provided: 4 });
  });
});

/** A body that holds one member beyond an end of its range, and what must be reported about it. */
function* excesses(schema: JsonSchema): Generator<[string, unknown, { min: number; max: number }]> {
  for (const [name, member] of Object.entries(schema.properties ?? {})) {
    const { minimum, maximum, minLength, maxLength, minItems, maxItems } = member;
    if (maximum !== undefined) yield [name, maximum + 1, { min: minimum ?? 0, max: maximum }];
    if (maxLength !== undefined)
      yield [name, 'x'.repeat(maxLength + 1), { min: minLength ?? 0, max: maxLength }];
    if (maxItems !== undefined)
      yield [name, Array(maxItems + 1).fill(''), { min: minItems ?? 0, max: maxItems }];
    // Nothing has a lower end alone: a report of it would be half of a range.
    if (minimum !== undefined || minLength !== undefined || minItems !== undefined) {
      expect([name, maximum ?? maxLength ?? maxItems]).toEqual([name, expect.any(Number)]);
    }
  }
}

test('and so is every other range in the reference', async () => {
  let seen = 0;
  for (const [path, methods] of Object.entries(reference.paths)) {
    for (const [method, { requestBody, parameters }] of Object.entries(methods)) {
      const target = path.replaceAll(/\{(\w+)\}/g, (_, of: string) => {
        const known = { id: video, videoId: video, objectId: 'car1' }[of];
        return known ?? String(parameters.find(({ name }) => name === of)?.example);
      });
      for (const { name, in: place, schema } of parameters) {
        if (place !== 'query' || schema.maximum === undefined) continue;
        const provided = schema.maximum + 1;
        const query = `${target}?${name}=${provided}`;
        await expectRange(api(method.toUpperCase(), query), name, {
          min: schema.minimum ?? 0,
          max: schema.maximum,
          provided,
        });
        seen++;
      }
      const { schema, example } = requestBody?.content['application/json'] ?? {};
      const component = reference.components.schemas[schema?.$ref?.split('/').at(-1) ?? ''];
      for (const [name, value, range] of excesses(component ?? schema ?? {})) {
        const json = { ...(example as object), [name]: value };
        const provided = typeof value === 'number' ? value : (value as string | unknown[]).length;
        const answer = api(method.toUpperCase(), target, { json });
        await expectRange(answer, name, { ...range, provided });
        seen++;
      }
    }
  }
  expect(seen).toBeGreaterThan(15);
});
