import type { APIGatewayProxyEvent } from 'aws-lambda';
import { ApiError } from '../contract/errors.ts';
import type { Route } from '../contract/route.ts';
import { isRepeatable } from '../contract/schemas/primitives.ts';
import { toField } from '../domain/json/path.ts';
import { validate } from './validation.ts';

function percentDecoded(text: string, field: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new ApiError('INVALID_PARAMETER', `${field} is not percent-encoded UTF-8.`, { field });
  }
}

/**
 * The parameters in a request's path, which a REST API of API Gateway hands over as they were sent.
 * @throws ApiError `INVALID_PARAMETER` naming the parameter
 */
export function readPath({ pathParameters }: APIGatewayProxyEvent, { path, params }: Route) {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const decoded = names.map((name) => [name, percentDecoded(pathParameters?.[name] ?? '', name)]);
  return validate(params, Object.fromEntries(decoded), 'path');
}

/** Decoders replace bytes that are not UTF-8 with this; API Gateway decodes queries before the function sees them. */
const REPLACEMENT = '\uFFFD';

function valuesOf(name: string, values: readonly string[], mayRepeat: boolean): string | readonly string[] {
  const [value = '', ...more] = values;
  const field = toField([name]);
  if (more.length > 0 && !mayRepeat) {
    throw new ApiError('INVALID_PARAMETER', `${field} is given more than once.`, { field });
  }
  if ([name, ...values].some((text) => text.includes(REPLACEMENT))) {
    throw new ApiError('INVALID_PARAMETER', `${field} is not percent-encoded UTF-8.`, { field });
  }
  return mayRepeat ? values : value;
}

/**
 * The query of a request: the parameters of its definition, each at most once, but for those that are lists.
 * @throws ApiError `INVALID_PARAMETER` naming the parameter
 */
export function readQuery(
  { queryStringParameters: last, multiValueQueryStringParameters: all }: APIGatewayProxyEvent,
  { query }: Route,
) {
  const given = Object.entries(all ?? last ?? {}).map(([name, values = '']) => [
    name,
    valuesOf(name, typeof values === 'string' ? [values] : values, isRepeatable(query, name)),
  ]);
  return validate(query, Object.fromEntries(given), 'query');
}
