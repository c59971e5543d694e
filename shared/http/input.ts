import type { APIGatewayProxyEvent } from 'aws-lambda';
import { ApiError } from '../contract/errors.ts';
import type { Route } from '../contract/route.ts';
import { acceptedBody } from '../contract/route-limits.ts';
import { MAX_COUNTER, queryInteger } from '../contract/schemas/primitives.ts';
import type { Environment } from '../kernel/runtime/environment.ts';
import { requirePlainBody } from './body-encoding.ts';
import { mediaType, readJson } from './json-body.ts';
import { readPath, readQuery } from './parameters.ts';
import { singleHeader } from './request-headers.ts';
import { validate } from './validation.ts';

/** Also 0, which is no version, and so never the newest. */
const VERSION = queryInteger(0, MAX_COUNTER);

/**
 * `If-Match: "<version>"` as a number; null where the header is absent or matches anything.
 * @throws ApiError where it would change nothing about a write, which its sender believes protected
 */
function readIfMatch(event: APIGatewayProxyEvent, { method, ifMatch }: Route): number | null {
  if (method === 'GET') return null;
  const value = singleHeader(event, 'If-Match')?.trim();
  if (value === undefined || value === '*') return null;
  if (!ifMatch) {
    throw new ApiError('INVALID_PARAMETER', 'If-Match is not supported here: nothing would be compared.', {
      field: 'If-Match',
    });
  }
  const match = /^(?:W\/)?"(\d+)"$/.exec(value);
  if (match === null) {
    throw new ApiError('INVALID_PARAMETER', 'If-Match must be a version in quotes, as ETag gives it.', {
      field: 'If-Match',
    });
  }
  return validate(VERSION, match[1], 'If-Match');
}

/** Reads the body of an endpoint that takes forms; only the bundles of such endpoints hold it. */
export type FormReader = typeof import('./form-body.ts').readForm;

function requireReader(reader: FormReader | undefined, { key }: Route): FormReader {
  if (reader === undefined)
    throw new Error(`functions/${key} takes forms, but brings nothing that reads them`);
  return reader;
}

function readBody(
  event: APIGatewayProxyEvent,
  route: Route,
  environment: Environment,
  readForm: FormReader | undefined,
) {
  const body = acceptedBody(route);
  if (body === null) return null;
  if (event.body) requirePlainBody(event);
  if (body.kind === 'multipart') return requireReader(readForm, route)(event, body, environment);
  const value = readJson(event, body);
  return route.body === null ? null : value;
}

/**
 * Parameters, query and body of a request, validated against its definition.
 * @throws ApiError naming the offending parameter
 */
export function readInput(
  event: APIGatewayProxyEvent,
  route: Route,
  environment: Environment,
  readForm: FormReader | undefined,
) {
  return {
    ifMatch: readIfMatch(event, route),
    params: readPath(event, route),
    query: readQuery(event, route),
    body: readBody(event, route, environment, readForm),
    mediaType: route.body === null ? '' : mediaType(event),
  };
}
