import type { APIGatewayProxyEvent } from 'aws-lambda';
import { ApiError } from '../contract/errors.ts';
import { LIMITS } from '../contract/limits.ts';
import { rangeDetails } from '../contract/range.ts';
import { SETTINGS } from '../contract/resources.ts';
import type { JsonBody, MultipartBody, Route } from '../contract/route.ts';
import { bodyLimit, mediaTypeOf } from '../contract/route-limits.ts';
import { parseJson } from '../domain/json/parse-json.ts';
import type { Environment } from '../kernel/runtime/environment.ts';
import { parseMultipart } from './multipart.ts';
import { readPath, readQuery } from './parameters.ts';
import { singleHeader } from './request-headers.ts';
import { utf8Text } from './utf8.ts';
import { validate } from './validation.ts';

const DIRECT_UPLOAD =
  ' Upload it directly instead: send {"fileName": …, "fileSize": …} to the same address as application/json, ' +
  'PUT the parts of the file to the URLs that are answered, then POST to /api/videos/{id}/upload/complete.';

const mediaType = (event: APIGatewayProxyEvent): string => mediaTypeOf(singleHeader(event, 'Content-Type'));

const bodyBytes = (event: APIGatewayProxyEvent): Buffer =>
  Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8');

/** Length of the body as it was sent. A gateway that knows the limit passes on only the length of a larger body. */
const sentBytes = (event: APIGatewayProxyEvent, bytes: Uint8Array): number =>
  Math.max(bytes.length, Number(singleHeader(event, 'Content-Length') ?? 0) || 0);

const wrongType = (expected: string): ApiError =>
  new ApiError('INVALID_PARAMETER', `The body must be sent as ${expected}.`, { field: 'Content-Type' });

function readJson(event: APIGatewayProxyEvent, { schema: ofJson, optional, mediaTypes }: JsonBody): unknown {
  const bytes = bodyBytes(event);
  const size = sentBytes(event, bytes);
  if (size === 0 && optional) return validate(ofJson, {}, 'body');
  if (size === 0) throw new ApiError('MISSING_PARAMETER', 'A body is required.', { field: 'body' });
  const schemas = new Map(Object.entries({ 'application/json': ofJson, ...mediaTypes }));
  const schema = schemas.get(mediaType(event) || 'application/json');
  if (schema === undefined) throw wrongType([...schemas.keys()].join(' or '));
  if (size > LIMITS.jsonBodyBytes) {
    throw new ApiError('INVALID_PARAMETER', 'The body is too large.', {
      field: 'body',
      details: rangeDetails({ max: LIMITS.jsonBodyBytes, provided: size }),
    });
  }
  return validate(schema, parseJson(utf8Text(bytes, 'body', 'INVALID_JSON')), 'body');
}

function readForm(event: APIGatewayProxyEvent, body: MultipartBody, environment: Environment) {
  const { json } = body;
  if (json !== undefined && mediaType(event) === 'application/json') {
    return { json: readJson(event, { kind: 'json', schema: json }) };
  }
  if (mediaType(event) !== 'multipart/form-data') {
    throw wrongType(
      json === undefined ? 'multipart/form-data' : 'multipart/form-data, or as application/json',
    );
  }
  const max = Number(environment.variables[SETTINGS.inlineUploadBytes] ?? LIMITS.inlineUploadBytes);
  const tooLarge = `The file is larger than the ${max} bytes that a form may carry.${
    json === undefined ? '' : DIRECT_UPLOAD
  }`;
  const bytes = bodyBytes(event);
  const provided = sentBytes(event, bytes);
  if (provided > bodyLimit(body, 'multipart/form-data', max)) {
    throw new ApiError('FILE_TOO_LARGE', tooLarge, {
      field: body.file,
      details: rangeDetails({ min: 1, max, provided }),
    });
  }
  const form = parseMultipart(bytes, singleHeader(event, 'Content-Type') ?? '', {
    file: body.file,
    maxFileBytes: max,
    tooLarge,
  });
  return { fields: validate(body.fields, form.fields, 'body'), file: form.file };
}

/** `If-Match: "<version>"` as a number; null where the header is absent or matches anything. */
function readIfMatch(event: APIGatewayProxyEvent): number | null {
  const value = singleHeader(event, 'If-Match')?.trim();
  if (value === undefined || value === '*') return null;
  const match = /^(?:W\/)?"(\d{1,10})"$/.exec(value);
  if (match === null) {
    throw new ApiError('INVALID_PARAMETER', 'If-Match must be a version in quotes, as ETag gives it.', {
      field: 'If-Match',
    });
  }
  return Number(match[1]);
}

/**
 * Parameters, query and body of a request, validated against its row.
 * @throws ApiError naming the offending parameter
 */
export function readInput(event: APIGatewayProxyEvent, route: Route, environment: Environment) {
  return {
    params: readPath(event, route),
    query: readQuery(event, route),
    body:
      route.body === null
        ? null
        : route.body.kind === 'json'
          ? readJson(event, route.body)
          : readForm(event, route.body, environment),
    mediaType: route.body === null ? '' : mediaType(event),
    ifMatch: route.etag === 'matched' ? readIfMatch(event) : null,
  };
}
