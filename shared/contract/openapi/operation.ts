import * as z from 'zod';
import { LIMITS } from '../limits.ts';
import { answersNotModified, type Route, takesIdempotencyKey } from '../route.ts';
import type { Documentation } from './documentation/documented.ts';
import { type ErrorResponses, successResponses } from './responses.ts';
import type { Readers, SchemaCollector } from './schema-collector.ts';
import type { JsonSchema, MediaType, Operation, Parameter, RequestBody } from './types.ts';

interface Describing {
  documentationOf(route: Route): Documentation | undefined;
  readers: Readers;
  schemas: SchemaCollector;
  errors: ErrorResponses;
}

/** `videos/list-videos` → `listVideos`. */
const operationId = ({ key }: Route): string =>
  (key.split('/').at(-1) ?? key).replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** `videos/list-videos` → `videos`. */
export const tagOf = ({ key }: Route): string => key.split('/')[0] ?? key;

const inline = (schema: z.ZodType, io: 'input' | 'output'): JsonSchema =>
  z.toJSONSchema(schema, { io }) as JsonSchema;

/** What a text is of which a schema describes the parsed value. */
const parsed = (text: unknown, schema: JsonSchema | undefined): unknown =>
  typeof text === 'string' && /^(?:integer|number|boolean)$/.test(String(schema?.type))
    ? JSON.parse(text)
    : text;

/** Parameters arrive as text; their schemas describe the parsed values. */
function parametersIn(
  place: 'path' | 'query',
  schema: z.ZodType,
  examples: Record<string, unknown> | undefined,
  schemas: SchemaCollector,
): Parameter[] {
  const { properties = {} } = schemas.convert(schema, 'output');
  const required = new Set(inline(schema, 'input').required);
  return Object.entries(properties).map(([name, { description, ...described }]) => {
    const example = examples?.[name];
    return {
      name,
      in: place,
      required: place === 'path' || required.has(name),
      ...(description !== undefined && { description }),
      schema: described,
      ...(example !== undefined && { example: parsed(example, described) }),
    };
  });
}

const IF_MATCH: Parameter = {
  name: 'If-Match',
  in: 'header',
  required: false,
  description:
    'the version the write is based on, as `ETag` gives it; refused with 409 when it is not the newest',
  schema: { type: 'string', pattern: '^(\\*|(W/)?"\\d{1,9}")$' },
  example: '"7"',
};

const IF_NONE_MATCH: Parameter = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description:
    'the `ETag` of an earlier answer: answered with 304 and no body while that is still the newest',
  schema: { type: 'string' },
  example: '"7"',
};

const IDEMPOTENCY_KEY: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'makes the request safe to repeat: the same request under the same key gets the first answer',
  schema: { type: 'string', minLength: 1, maxLength: LIMITS.idempotencyKeyLength },
};

function multipartForm(file: string, fields: JsonSchema): JsonSchema {
  return {
    type: 'object',
    properties: {
      [file]: {
        type: 'string',
        format: 'binary',
        contentMediaType: 'application/octet-stream',
        description: 'the bytes of the file',
      },
      ...fields.properties,
    },
    required: [file, ...(fields.required ?? [])],
    additionalProperties: false,
  };
}

function requestBody(
  { body }: Route,
  documentation: Documentation | undefined,
  { readers, schemas }: Describing,
): RequestBody | null {
  if (body === null) return null;
  const media = (schema: JsonSchema, example: unknown): MediaType => ({
    schema,
    ...(example !== undefined && { example }),
  });
  const { body: example, alternatives = {} } = documentation ?? {};
  if (body.kind === 'json') {
    const others = readers === 'people' ? (body.mediaTypes ?? {}) : {};
    const further = Object.entries(others).map(([type, schema]) => [
      type,
      media(schemas.convert(schema, 'input'), alternatives[type]),
    ]);
    const json = media(schemas.convert(body.schema, 'input'), example);
    return {
      required: body.optional !== true,
      content: { 'application/json': json, ...Object.fromEntries(further) },
    };
  }
  // Fields arrive as text; their schemas describe the parsed values, as those of parameters do.
  const fields = schemas.convert(body.fields, 'output');
  const form = multipartForm(body.file, { ...fields, required: inline(body.fields, 'input').required ?? [] });
  const values = Object.entries((example ?? {}) as Record<string, string>).map(([name, text]) => [
    name,
    parsed(text, fields.properties?.[name]),
  ]);
  const json =
    readers === 'people' &&
    body.json &&
    media(schemas.convert(body.json, 'input'), alternatives['application/json']);
  return {
    required: true,
    content: {
      'multipart/form-data': media(form, {
        [body.file]: '(the bytes of the file)',
        ...Object.fromEntries(values),
      }),
      ...(json && { 'application/json': json }),
    },
  };
}

function requirement({ open, scopes }: Route): string {
  if (open) return 'Needs no key.';
  if (scopes.length === 0) return 'Needs a key, but no scope.';
  return `Needs the scope ${scopes.map((scope) => `\`${scope}\``).join(' and ')}.`;
}

/** An endpoint as OpenAPI describes it. */
export function operationOf(route: Route, describing: Describing): Operation {
  const { documentationOf, schemas, errors } = describing;
  const documentation = documentationOf(route);
  const body = requestBody(route, documentation, describing);
  const description = [documentation?.description, requirement(route)].filter((text) => text !== undefined);
  return {
    operationId: operationId(route),
    tags: [tagOf(route)],
    summary: route.summary,
    description: description.join('\n\n'),
    security: route.open ? [] : [{ apiKey: [] }],
    'x-required-scopes': [...route.scopes],
    parameters: [
      ...parametersIn('path', route.params, documentation?.params, schemas),
      ...parametersIn('query', route.query, documentation?.query, schemas),
      ...(route.ifMatch ? [IF_MATCH] : []),
      ...(answersNotModified(route) ? [IF_NONE_MATCH] : []),
      ...(takesIdempotencyKey(route) ? [IDEMPOTENCY_KEY] : []),
    ],
    ...(body !== null && { requestBody: body }),
    responses: { ...successResponses(route, documentationOf, schemas), ...errors.of(route) },
  };
}
