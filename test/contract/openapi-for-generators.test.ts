import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { endpointsFor } from '../../shared/contract/audience.ts';
import { openApiDocument } from '../../shared/contract/openapi/openapi-document.ts';
import type { JsonSchema, MediaType, Operation } from '../../shared/contract/openapi/types.ts';

const people = openApiDocument(endpointsFor('integrators'));
const document = openApiDocument(endpointsFor('integrators'), 'generators');
const { schemas } = document.components;
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => [`${method} ${path}`, operation] as const),
);

/** The media types of what an operation takes and answers, by where they are. */
const mediaOf = ({ requestBody, responses }: Operation): [string, MediaType][] => [
  ...Object.entries(requestBody?.content ?? {}),
  ...Object.values(responses).flatMap((response) =>
    '$ref' in response ? [] : Object.entries(response.content ?? {}),
  ),
];

type Placed = readonly [place: string, schema: JsonSchema];

/** A schema and all those inside it. */
function* within(place: string, schema: JsonSchema): Iterable<Placed> {
  yield [place, schema];
  for (const [name, member] of Object.entries(schema.properties ?? {}))
    yield* within(`${place}.${name}`, member);
  if (schema.items) yield* within(`${place}[]`, schema.items);
  if (typeof schema.additionalProperties === 'object')
    yield* within(`${place}.*`, schema.additionalProperties);
  for (const [i, choice] of (schema.anyOf ?? schema.oneOf ?? []).entries())
    yield* within(`${place}|${i}`, choice);
}

const components = Object.entries(schemas).flatMap(([name, schema]) => [...within(name, schema)]);
const bodies = operations.flatMap(([name, operation]) =>
  mediaOf(operation).flatMap(([type, { schema }]) => [...within(`${name} ${type}`, schema)]),
);
const parameters = operations.flatMap(([name, operation]) =>
  operation.parameters.map(({ name: parameter, schema }): Placed => [`${name} ${parameter}`, schema]),
);
const headers = Object.entries(document.components.headers).map(
  ([name, { schema }]): Placed => [name, schema],
);
const everywhere: readonly Placed[] = [...components, ...bodies, ...parameters, ...headers];

const where = (isWrong: (schema: JsonSchema, place: string) => boolean, of = everywhere): string[] =>
  of.filter(([place, schema]) => isWrong(schema, place)).map(([place]) => place);

const isNull = ({ type }: JsonSchema): boolean => type === 'null';
const choicesOf = ({ anyOf, oneOf }: JsonSchema): JsonSchema[] =>
  (anyOf ?? oneOf ?? []).filter((choice) => !isNull(choice));

test('every operation takes one kind of body; people read of all kinds', () => {
  for (const [name, { requestBody }] of operations)
    expect([name, Object.keys(requestBody?.content ?? {}).length <= 1]).toEqual([name, true]);
  const kinds = (path: string, method: string) =>
    Object.keys(people.paths[path]?.[method]?.requestBody?.content ?? {});
  expect(kinds('/api/videos/upload', 'post')).toHaveLength(2);
  expect(kinds('/api/videos/{id}/metadata', 'patch')).toHaveLength(3);
});

test('every number has a format that holds all its values', () => {
  const numbers = everywhere.filter(([, { type }]) => type === 'integer' || type === 'number');
  expect(numbers.length).toBeGreaterThan(60);
  for (const [place, { type, format, minimum = -Infinity, maximum = Infinity }] of numbers) {
    const formats = type === 'number' ? ['double'] : ['int32', 'int64'];
    expect([place, format]).toEqual([place, expect.toBeOneOf(formats)]);
    if (format === 'int32')
      expect([place, minimum >= -(2 ** 31), maximum < 2 ** 31]).toEqual([place, true, true]);
  }
  expect(schemas.Video?.properties?.fileSize?.format).toBe('int64');
});

test('a version has the same type in answers as in requests', () => {
  const types = where(
    ({ type, format }, place) => type === 'integer' && format !== 'int32' && /ersion|evision/.test(place),
  );
  expect(types).toEqual([]);
});

test('every union is told apart by a member, or is of one schema and null', () => {
  const unions = everywhere.filter(([, schema]) => choicesOf(schema).length > 1);
  expect(unions.map(([place]) => place).sort()).toEqual(['DocumentObject', 'JsonPatchOperation']);
  for (const [, { oneOf = [], discriminator }] of unions) {
    const { propertyName = '', mapping = {} } = discriminator ?? {};
    expect(new Set(Object.values(mapping))).toEqual(new Set(oneOf.map(({ $ref }) => $ref)));
    for (const [value, reference] of Object.entries(mapping)) {
      const { properties = {}, required } = schemas[reference.split('/').at(-1) ?? ''] ?? {};
      const { enum: values, const: only } = properties[propertyName] ?? {};
      expect(values ?? [only]).toContain(value);
      expect(required).toContain(propertyName);
    }
  }
});

test('free objects say that their members are free', () => {
  const free = where(
    ({ type, properties, additionalProperties }) => type === 'object' && !properties && !additionalProperties,
  );
  expect(free).toEqual([]);
  expect(schemas.OverlayPlugin?.properties?.config).toMatchObject({
    type: 'object',
    additionalProperties: true,
  });
});

test('every object with members has a name, apart from forms', () => {
  const unnamed = where(({ properties }, place) => properties !== undefined && !(place in schemas));
  expect(unnamed).toEqual(['post /api/videos/upload multipart/form-data']);
});

test('no name is one that languages have themselves', () => {
  const taken =
    /^(Error|Object|Map|Set|List|Date|File|Function|Type|String|Number|Boolean|Exception|Response|Request)$/;
  expect(Object.keys(schemas).filter((name) => taken.test(name))).toEqual([]);
});

test('every schema has a type, apart from members that may be anything', () => {
  const untyped = where(
    ({ type, $ref, anyOf, oneOf }) => type === undefined && $ref === undefined && !anyOf && !oneOf,
  );
  expect(untyped.sort()).toEqual([
    'Layer.visible',
    'LayerPatch.visible',
    'ValueOperation.value',
    'VersionChange.after',
    'VersionChange.before',
  ]);
});

test('a boolean is a boolean, in forms and queries too', () => {
  expect(where(({ type, const: only }) => type === 'boolean' && only !== undefined)).toEqual([]);
  const [, form] = bodies.find(([place]) => place.includes('multipart/form-data')) ?? [];
  expect(form?.properties?.autoProcess).toMatchObject({ type: 'boolean' });
});

test('pointers have a pattern, which real ones match', () => {
  const { pattern = 'none' } = schemas.ValueOperation?.properties?.path ?? {};
  for (const pointer of ['', '/', '/a~1b/~0/0', '/layers/-']) expect(pointer).toMatch(new RegExp(pattern));
  for (const other of ['a', 'a/b', '/~2', '/a~']) expect(other).not.toMatch(new RegExp(pattern));
});

test('operations are called as functions are in most languages', () => {
  const ids = operations.map(([, { operationId }]) => operationId);
  expect(ids.filter((id) => !/^[a-z]+([A-Z][a-z]+)*$/.test(id))).toEqual([]);
  // As case is lost where they become names of files.
  expect(new Set(ids.map((id) => id.toLowerCase())).size).toBe(ids.length);
});

describe.each(operations)('%s', (_, operation) => {
  const ajv = new Ajv2020({
    strict: false,
    formats: { 'date-time': true, binary: true, int32: true, int64: true, double: true },
  });
  ajv.addSchema({ $id: 'reference', components: document.components });
  const problem = (schema: JsonSchema, value: unknown): string | null => {
    const absolute = JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"reference#/')) as JsonSchema;
    return ajv.validate(absolute, value) ? null : ajv.errorsText();
  };

  test('has a success, and one group', () => {
    expect(Object.keys(operation.responses).some((status) => status.startsWith('2'))).toBe(true);
    expect(operation.tags).toHaveLength(1);
  });

  test('has examples that are valid against its schemas', () => {
    for (const [type, { schema, example, examples }] of mediaOf(operation)) {
      expect([type, example ?? examples]).toEqual([type, expect.anything()]);
      if (example !== undefined) expect(problem(schema, example)).toBe(null);
    }
    for (const { name, in: place, schema, example } of operation.parameters) {
      if (place === 'path') expect([name, example]).toEqual([name, expect.anything()]);
      if (example !== undefined) expect(problem(schema, example)).toBe(null);
    }
  });
});
