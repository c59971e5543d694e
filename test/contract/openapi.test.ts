import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { endpointsFor } from '../../shared/contract/audience.ts';
import { ERROR_STATUS, type ErrorCode, PUBLIC_ERRORS } from '../../shared/contract/errors.ts';
import { DOCUMENTATION } from '../../shared/contract/openapi/documentation/documentation.ts';
import { ERROR_CATALOGUE } from '../../shared/contract/openapi/error-catalogue.ts';
import { openApiDocument, TAGS } from '../../shared/contract/openapi/openapi-document.ts';
import { schemaCollector } from '../../shared/contract/openapi/schema-collector.ts';
import type { Operation, Reference, Response } from '../../shared/contract/openapi/types.ts';
import { errorsOf } from '../../shared/contract/route-errors.ts';
import { patchMetadata } from '../../shared/contract/routes/metadata.ts';
import { documentedSchema } from '../../shared/contract/schemas/described-as.ts';
import { errorBody } from '../../shared/contract/schemas/error.ts';

const ENDPOINTS = endpointsFor('integrators');
const document = openApiDocument(ENDPOINTS);
const definitions = ENDPOINTS.map((route) => [`${route.method} ${route.path}`, route] as const);

const operationOf = (route: (typeof ENDPOINTS)[number]): Operation => {
  const operation = document.paths[route.path]?.[route.method.toLowerCase()];
  if (operation === undefined) throw new Error(`no operation for ${route.key}`);
  return operation;
};

const responseOf = (response: Response | Reference | undefined): Response | undefined =>
  response !== undefined && '$ref' in response
    ? document.components.responses[response.$ref.split('/').at(-1) ?? '']
    : response;

/** Every `$ref` in the document. */
function references(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    name === '$ref' && typeof inner === 'string' ? [inner] : references(inner),
  );
}

const lookUp = (pointer: string): unknown =>
  pointer
    .replace(/^#\//, '')
    .split('/')
    .reduce<unknown>((at, step) => (at as Record<string, unknown> | undefined)?.[step], document);

test('there is one operation per endpoint, and no other', () => {
  const described = Object.entries(document.paths).flatMap(([target, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${target}`),
  );
  expect(described.sort()).toEqual(definitions.map(([name]) => name).sort());
  const ids = ENDPOINTS.map((route) => operationOf(route).operationId);
  expect(new Set(ids).size).toBe(ids.length);
});

test('every group of endpoints is described', () => {
  const groups = new Set(ENDPOINTS.flatMap((route) => operationOf(route).tags));
  expect(Object.keys(TAGS)).toEqual(expect.arrayContaining([...groups]));
  expect(document.tags.map(({ name }) => name).sort()).toEqual([...groups].sort());
});

test('what is sent has no defaults by which generated clients would require it: they are described in words', () => {
  const bodies = definitions.flatMap(([, route]) =>
    Object.values(operationOf(route).requestBody?.content ?? {}),
  );
  const sent = references(bodies.map(({ schema }) => schema)).map((pointer) => lookUp(pointer));
  const reported = JSON.stringify([sent, bodies.map(({ schema }) => schema)]);
  expect(reported).not.toContain('"default":');
  expect(reported).toContain('default `5`');
});

test('the reference says which patches must name their base', () => {
  const { description } = operationOf(patchMetadata);
  expect(description).toContain(
    'Every list of operations, and a strict merge that contains an array, must name',
  );
});

test('every frame number is said to be a rank in presentation order', () => {
  const schemas = Object.entries(document.components.schemas);
  const numbers = schemas.flatMap(([id, { properties = {} }]) =>
    Object.entries(properties).flatMap(([name, { description = '' }]) =>
      /^(frame|\w+Frame)$/.test(name) ? [[id, name, description] as const] : [],
    ),
  );
  expect(numbers.length).toBeGreaterThanOrEqual(5);
  for (const number of numbers) expect(number.at(-1)).toContain('rank in presentation order');
});

test('all references resolve, and no component is without one', () => {
  const used = new Set(references(document));
  for (const reference of used)
    expect([reference, lookUp(reference)]).toEqual([reference, expect.anything()]);
  const { securitySchemes, ...components } = document.components;
  const defined = Object.entries(components).flatMap(([kind, entries]) =>
    Object.keys(entries).map((name) => `#/components/${kind}/${name}`),
  );
  expect(defined.filter((pointer) => !used.has(pointer))).toEqual([]);
  expect(Object.keys(securitySchemes)).toEqual(['apiKey']);
});

describe.each(definitions)('%s', (_, route) => {
  const operation = operationOf(route);

  test('names its scopes, and needs a key unless it is open', () => {
    expect(operation['x-required-scopes']).toEqual(route.scopes);
    expect(operation.security).toEqual(route.open ? [] : [{ apiKey: [] }]);
  });

  test('describes every parameter of its path, and no other', () => {
    const inPath = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    const described = operation.parameters.filter((parameter) => parameter.in === 'path');
    expect(described.map(({ name }) => name)).toEqual(inPath);
  });

  test('has an example that is valid against its schemas', () => {
    const example = DOCUMENTATION.get(route.key);
    expect(example?.response, `documentation of ${route.key}`).toBeDefined();
    expect(() => route.params.parse(example?.params ?? {})).not.toThrow();
    expect(() => route.query.parse(example?.query ?? {})).not.toThrow();
    // What a schema would strip, the example must not show.
    expect(route.response.parse(example?.response)).toEqual(example?.response);
    if (route.body === null) return;
    const { body } = route;
    const [schema, others] =
      body.kind === 'json'
        ? [body.schema, body.mediaTypes ?? {}]
        : [body.fields, body.json === undefined ? {} : { 'application/json': body.json }];
    for (const check of [schema, documentedSchema(schema)])
      expect(() => check.parse(example?.body)).not.toThrow();
    expect(Object.keys(example?.alternatives ?? {}).sort()).toEqual(Object.keys(others).sort());
    for (const [type, other] of Object.entries(others)) {
      for (const check of [other, documentedSchema(other)])
        expect(() => check.parse(example?.alternatives?.[type])).not.toThrow();
    }
  });

  test('answers each error with the status of its code', () => {
    const documented = Object.entries(operation.responses).flatMap(([status, response]) =>
      Object.keys(responseOf(response)?.content?.['application/json']?.examples ?? {}).map((code) => [
        code,
        Number(status),
      ]),
    );
    expect(Object.fromEntries(documented)).toEqual(
      Object.fromEntries(errorsOf(route).map((code) => [code, ERROR_STATUS[code]])),
    );
  });
});

test.each(PUBLIC_ERRORS)('the example of %s is a valid error body', (code) => {
  const { example } = ERROR_CATALOGUE[code];
  expect(errorBody(PUBLIC_ERRORS).parse(example.toBody())).toEqual(example.toBody());
  expect(example.code).toBe(code as ErrorCode);
});

test('a schema that differs between requests and responses needs two ids', () => {
  const schemas = schemaCollector();
  const schema = z.object({ a: z.string().default('x') }).meta({ id: 'SentAndGot' });
  schemas.convert(schema, 'input');
  expect(() => schemas.convert(schema, 'output')).toThrow('SentAndGot');
});

const redocly = (() => {
  try {
    return createRequire(import.meta.url).resolve('@redocly/cli/bin/cli.js');
  } catch {
    return null;
  }
})();

describe.skipIf(redocly === null)('Redocly (@redocly/cli, where it is installed)', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'vms-openapi-'));
  afterAll(() => rm(folder, { recursive: true, force: true }));

  interface Problem {
    ruleId: string;
    message: string;
    location: { pointer: string }[];
  }

  /** The problems that the recommended rules find; without network. */
  async function lint(description: unknown): Promise<Problem[]> {
    const file = path.join(folder, 'openapi.json');
    await writeFile(file, JSON.stringify(description));
    const run = promisify(execFile)(
      process.execPath,
      [redocly ?? '', 'lint', file, '--extends', 'recommended', '--format', 'json'],
      { cwd: folder, env: { ...process.env, CI: 'true', REDOCLY_TELEMETRY: 'off' }, maxBuffer: 1 << 24 },
    );
    // A finding is reported by the exit code too.
    const { stdout } = await run.catch((error: { stdout: string }) => error);
    return (JSON.parse(stdout) as { problems: Problem[] }).problems;
  }

  test.each([
    ['people', document],
    ['generators', openApiDocument(ENDPOINTS, 'generators')],
  ])('finds nothing in the description for %s, not even a warning', async (_, description) => {
    const problems = (await lint(description)).map(({ ruleId, location }) => [ruleId, location[0]?.pointer]);
    expect(problems).toEqual([]);
  });

  test('would find something', async () => {
    const broken = { ...document, paths: { ...document.paths, '/broken': { get: { responses: {} } } } };
    expect((await lint(broken)).map(({ ruleId }) => ruleId)).toContain('operation-operationId');
  });
});
