import * as z from 'zod';
import { LIMITS } from '../limits.ts';
import { answersNotModified, type Route } from '../route.ts';
import { takesIdempotencyKey } from '../route-errors.ts';
import type { Documentation } from './documentation/documented.ts';
import { type ErrorResponses, successResponses } from './responses.ts';
import type { SchemaCollector } from './schema-collector.ts';
import type { JsonSchema, MediaType, Operation, Parameter, RequestBody } from './types.ts';

/** `videos/list-videos` → `listVideos`. */
const operationId = ({ key }: Route): string =>
  (key.split('/').at(-1) ?? key).replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** `videos/list-videos` → `videos`. */
export const tagOf = ({ key }: Route): string => key.split('/')[0] ?? key;

const inline = (schema: z.ZodType, io: 'input' | 'output'): JsonSchema =>
  z.toJSONSchema(schema, { io }) as JsonSchema;

/** Parameters arrive as text; their schemas describe the parsed values. */
function parametersIn(
  place: 'path' | 'query',
  schema: z.ZodType,
  examples: Record<string, string> | undefined,
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
      ...(example !== undefined && { example: described.type === 'integer' ? Number(example) : example }),
    };
  });
}

const IF_MATCH: Parameter = {
  name: 'If-Match',
  in: 'header',
  required: false,
  description:
    'the version the write is based on, as `ETag` gives it; refused with 409 when it is not the newest',
  schema: { type: 'string', pattern: '^(\\*|(W/)?"\\d{1,10}")$' },
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
  schemas: SchemaCollector,
): RequestBody | null {
  if (body === null) return null;
  const media = (schema: JsonSchema, example: unknown): MediaType => ({
    schema,
    ...(example !== undefined && { example }),
  });
  const { body: example, alternatives = {} } = documentation ?? {};
  if (body.kind === 'json') {
    const further = Object.entries(body.mediaTypes ?? {}).map(([type, schema]) => [
      type,
      media(schemas.convert(schema, 'input'), alternatives[type]),
    ]);
    const json = media(schemas.convert(body.schema, 'input'), example);
    return {
      required: body.optional !== true,
      content: { 'application/json': json, ...Object.fromEntries(further) },
    };
  }
  const form = multipartForm(body.file, schemas.convert(body.fields, 'input'));
  const fields = { [body.file]: '(the bytes of the file)', ...(example as object | undefined) };
  const json = body.json && media(schemas.convert(body.json, 'input'), alternatives['application/json']);
  return {
    required: true,
    content: { 'multipart/form-data': media(form, fields), ...(json && { 'application/json': json }) },
  };
}

function requirement({ open, scopes }: Route): string {
  if (open) return 'Needs no key.';
  if (scopes.length === 0) return 'Needs a key, but no scope.';
  return `Needs the scope ${scopes.map((scope) => `\`${scope}\``).join(' and ')}.`;
}

/** An endpoint as OpenAPI describes it. */
export function operationOf(
  route: Route,
  documentation: Documentation | undefined,
  { schemas, errors }: { schemas: SchemaCollector; errors: ErrorResponses },
): Operation {
  const body = requestBody(route, documentation, schemas);
  const description = [documentation?.description, requirement(route)].filter((text) => text !== undefined);
  return {
    operationId: operationId(route),
    tags: [tagOf(route)],
    summary: route.summary,
    description: description.join('\n\n'),
    security: route.open ? [] : [{ apiKey: [...route.scopes] }],
    'x-required-scopes': [...route.scopes],
    parameters: [
      ...parametersIn('path', route.params, documentation?.params, schemas),
      ...parametersIn('query', route.query, documentation?.query, schemas),
      ...(route.ifMatch ? [IF_MATCH] : []),
      ...(answersNotModified(route) ? [IF_NONE_MATCH] : []),
      ...(takesIdempotencyKey(route) ? [IDEMPOTENCY_KEY] : []),
    ],
    ...(body !== null && { requestBody: body }),
    responses: { ...successResponses(route, documentation, schemas), ...errors.of(route) },
  };
}
