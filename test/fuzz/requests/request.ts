import fc from 'fast-check';
import type { OpenApiDocument, Operation, Parameter } from '../../../shared/contract/openapi/types.ts';
import { type ByteText, formBodies, type GeneratedBody, jsonBodies, spoiled } from './bodies.ts';
import { headersOf } from './headers.ts';
import { hostileText } from './hostile.ts';
import { valuesOf } from './schema-values.ts';
import { pathsOf, queriesOf, spoiledTargets } from './targets.ts';
import { PARAMETERS, vocabularyFor } from './vocabulary.ts';

/** A request as it goes over the wire, apart from names in `$…$` (see `vocabulary.ts`). */
export interface GeneratedRequest {
  method: string;
  /** Path and query. */
  target: ByteText;
  headers: [name: string, value: ByteText][];
  body: ByteText | null;
}

const METHODS = [
  'GET',
  'HEAD',
  'OPTIONS',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'TRACE',
  'PROPFIND',
  'QUERY',
] as const;

const NO_BODY: GeneratedBody = { contentType: null, bytes: '' };

function bodiesOf({ requestBody }: Operation, { components }: OpenApiDocument): fc.Arbitrary<GeneratedBody> {
  if (requestBody === undefined) {
    const unasked = fc.constantFrom(NO_BODY, { contentType: 'application/json', bytes: '{}' });
    return fc.oneof({ weight: 10, arbitrary: fc.constant(NO_BODY) }, { weight: 1, arbitrary: unasked });
  }
  const kinds = Object.entries(requestBody.content).map(([contentType, media]) => {
    const values = valuesOf(media.schema, components.schemas, vocabularyFor(components));
    return contentType === 'multipart/form-data'
      ? formBodies(media.schema, values)
      : jsonBodies(contentType, media, values);
  });
  return spoiled(fc.oneof(...kinds));
}

/** Texts for a parameter, mostly valid ones. */
function parameterTexts({ name, schema }: Parameter, { components }: OpenApiDocument): fc.Arbitrary<string> {
  const valid = valuesOf(schema, components.schemas, vocabularyFor(components)).map(String);
  const usual = PARAMETERS[name];
  return fc.oneof(
    { weight: 10, arbitrary: usual ?? valid },
    { weight: 2, arbitrary: valid },
    { weight: 1, arbitrary: hostileText },
  );
}

const assemble = (
  method: string,
  target: ByteText,
  headers: [string, ByteText][],
  { contentType, encoding, bytes }: GeneratedBody,
): GeneratedRequest => ({
  method,
  target,
  headers: [
    ...headers,
    ...(contentType === null ? [] : [['Content-Type', contentType] as [string, string]]),
    ...(encoding === undefined ? [] : [['Content-Encoding', encoding] as [string, string]]),
  ],
  body: bytes === '' ? null : bytes,
});

/** Whose API is asked. */
export interface Asked {
  document: OpenApiDocument;
  /** Names of credentials; `owner` is the one that may do everything. */
  credentials: readonly string[];
  /** Targets that belong to no operation. */
  strays: fc.Arbitrary<ByteText>;
}

function requestsTo(
  { document, credentials }: Asked,
  path: string,
  method: string,
  operation: Operation,
): fc.Arbitrary<GeneratedRequest> {
  const textsOf = (place: Parameter['in']) =>
    operation.parameters
      .filter((parameter) => parameter.in === place)
      .map((parameter) => [parameter.name, parameterTexts(parameter, document)] as const);
  const targets = fc.tuple(pathsOf(path, new Map(textsOf('path'))), queriesOf(textsOf('query')));
  return fc
    .tuple(
      fc.oneof(
        { weight: 40, arbitrary: fc.constant(method.toUpperCase()) },
        { weight: 1, arbitrary: fc.constantFrom(...METHODS) },
      ),
      spoiledTargets(targets.map(([where, query]) => where + query)),
      headersOf(textsOf('header'), credentials),
      bodiesOf(operation, document),
    )
    .map((parts) => assemble(...parts));
}

const strayRequests = ({ strays, credentials }: Asked) =>
  fc
    .tuple(
      fc.constantFrom(...METHODS),
      spoiledTargets(strays),
      headersOf([], credentials),
      fc.constant(NO_BODY),
    )
    .map((parts) => assemble(...parts));

/** Valid and invalid requests to every operation of the reference, and a few to none. */
export function requestsOf(asked: Asked): fc.Arbitrary<GeneratedRequest> {
  const operations = Object.entries(asked.document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => requestsTo(asked, path, method, operation)),
  );
  return fc.oneof(
    { weight: 30, arbitrary: fc.oneof(...operations) },
    { weight: 1, arbitrary: strayRequests(asked) },
  );
}
