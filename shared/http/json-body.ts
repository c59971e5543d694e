import type { APIGatewayProxyEvent } from 'aws-lambda';
import { ApiError } from '../contract/errors.ts';
import { LIMITS } from '../contract/limits.ts';
import { rangeDetails } from '../contract/range.ts';
import type { JsonBody } from '../contract/route.ts';
import { mediaTypeOf } from '../contract/route-limits.ts';
import { parseJson } from '../domain/json/parse-json.ts';
import { singleHeader } from './request-headers.ts';
import { utf8Text } from './utf8.ts';
import { validate } from './validation.ts';

/** The type of the body, without its parameters; empty: none is named. */
export const mediaType = (event: APIGatewayProxyEvent): string =>
  mediaTypeOf(singleHeader(event, 'Content-Type'));

export const bodyBytes = (event: APIGatewayProxyEvent): Buffer =>
  Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8');

/** Length of the body as it was sent. A gateway that knows the limit passes on only the length of a larger body. */
export const sentBytes = (event: APIGatewayProxyEvent, bytes: Uint8Array): number =>
  Math.max(bytes.length, Number(singleHeader(event, 'Content-Length') ?? 0) || 0);

export const wrongType = (expected: string): ApiError =>
  new ApiError('INVALID_PARAMETER', `The body must be sent as ${expected}.`, { field: 'Content-Type' });

/** @throws ApiError naming the offending member */
export function readJson(
  event: APIGatewayProxyEvent,
  { schema: ofJson, optional, mediaTypes }: JsonBody,
): unknown {
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
