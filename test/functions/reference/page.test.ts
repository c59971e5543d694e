import { expect, test } from 'vitest';
import { fieldTable } from '../../../shared/reference/fields.ts';
import { html } from '../../../shared/reference/html.ts';
import { inline } from '../../../shared/reference/prose.ts';
import { type Endpoint, sampleCall } from '../../../shared/reference/sample-call.ts';
import { constraints, innerObjects, typeName } from '../../../shared/reference/schema-type.ts';

test('values in a template are text, never markup', () => {
  expect(html`<p title="${'"&'}">${['<b>', html`<i>${"'"}</i>`, null, 0]}</p>`.text).toBe(
    '<p title="&quot;&amp;">&lt;b&gt;<i>&#39;</i>0</p>',
  );
  expect(inline('a `<b>` c').text).toBe('a <code>&lt;b&gt;</code> c');
});

test.each([
  [{ $ref: '#/components/schemas/Layer' }, 'Layer'],
  [{ type: 'array', items: { $ref: '#/components/schemas/Layer' } }, 'array of Layer'],
  [{ type: ['string', 'null'] }, 'string or null'],
  [{ anyOf: [{ $ref: '#/components/schemas/A' }, { type: 'null' }] }, 'A or null'],
  [{ type: 'object', additionalProperties: { $ref: '#/components/schemas/A' } }, 'map of A'],
  [{ type: 'object', properties: {}, additionalProperties: false }, 'empty object'],
  [{ type: 'string', format: 'date-time' }, 'timestamp'],
  [{}, 'any'],
])('%j is called %s', (schema, name) => {
  expect(typeName(schema)).toBe(name);
});

test('limits are described in words', () => {
  expect(constraints({ type: 'integer', minimum: 1, maximum: 1_000_000, default: 20 })).toEqual([
    '1 to 1,000,000',
    'default `20`',
  ]);
  expect(constraints({ type: 'array', maxItems: 3, items: { type: 'string', minLength: 1 } })).toEqual([
    'at most 3 items',
    'at least 1 characters each',
  ]);
});

test('members of inner objects are shown below their own, references followed', () => {
  const schemas = { Layer: { type: 'object', properties: { name: { type: 'string' } } } };
  const outer = { type: 'object', properties: { layers: { type: 'array', items: { $ref: '#/x/Layer' } } } };
  const { text } = fieldTable(outer, schemas, false);
  expect(text).toMatch(/<code>layers<\/code>.*<details>.*<code>name<\/code>/s);
});

test('each of several choices has a table of its own', () => {
  const choice = (op: string) => ({ type: 'object', properties: { op: { const: op } } });
  const list = { type: 'array', items: { oneOf: [choice('add'), choice('remove')] } };
  expect(typeName(list)).toBe('array of objects');
  expect(innerObjects(list, {})).toEqual([choice('add'), choice('remove')]);
});

const endpoint = (more: Partial<Endpoint['operation']>): Endpoint => ({
  path: '/api/videos/{id}',
  method: 'patch',
  operation: {
    operationId: 'x',
    tags: [],
    summary: '',
    description: '',
    security: [{ apiKey: [] }],
    'x-required-scopes': [],
    parameters: [
      { name: 'id', in: 'path', required: true, schema: {}, example: 'a b' },
      { name: 'q', in: 'query', required: false, schema: {}, example: 'x&y' },
      { name: 'unset', in: 'query', required: false, schema: {} },
    ],
    responses: {},
    ...more,
  },
});

test('a sample call can be pasted into a shell', () => {
  const content = { 'application/json': { schema: {}, example: { name: "it's" } } };
  expect(sampleCall(endpoint({ requestBody: { required: true, content } }), 'application/json')).toBe(
    [
      'curl -X PATCH "$VMS_API_URL/api/videos/a%20b?q=x%26y"',
      '-H "Authorization: Bearer $VMS_API_KEY"',
      "-H 'Content-Type: application/json'",
      `-d '{\n  "name": "it'\\''s"\n}'`,
    ].join(' \\\n  '),
  );
});

test('an open endpoint is called without a key', () => {
  expect(sampleCall({ ...endpoint({ security: [], parameters: [] }), method: 'get' })).toBe(
    'curl "$VMS_API_URL/api/videos/{id}"',
  );
});
