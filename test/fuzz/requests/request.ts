import fc from 'fast-check';
import type { OpenApiDocument, Operation, Parameter } from '../../../shared/contract/openapi/types.ts';
import { type ByteText, formBodies, type GeneratedBody, jsonBodies, spoiled } from './bodies.ts';
import { headersOf } from './headers.ts';
import { hostileText } from './hostile.ts';
import { valuesOf } from './schema-values.ts';
import { OPEN_TARGETS, pathsOf, queriesOf, spoiledTargets } from './targets.ts';
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

function requestsTo(
  document: OpenApiDocument,
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
      headersOf(textsOf('header')),
      bodiesOf(operation, document),
    )
    .map((parts) => assemble(...parts));
}

const strayRequests = fc
  .tuple(fc.constantFrom(...METHODS), spoiledTargets(OPEN_TARGETS), headersOf([]), fc.constant(NO_BODY))
  .map((parts) => assemble(...parts));

/** Valid and invalid requests to every operation of the reference, and a few to none. */
export function requestsOf(document: OpenApiDocument): fc.Arbitrary<GeneratedRequest> {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => requestsTo(document, path, method, operation)),
  );
  return fc.oneof(
    { weight: 30, arbitrary: fc.oneof(...operations) },
    { weight: 1, arbitrary: strayRequests },
  );
}
