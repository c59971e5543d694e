import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { ApiError } from '../contract/errors.ts';
import type { Route } from '../contract/route.ts';
import { readPrincipal } from '../domain/keys/authorizer-context.ts';
import { callerFields } from '../domain/keys/principal.ts';
import { logger } from '../kernel/logging/logging.ts';
import { processEnvironment } from '../kernel/runtime/environment.ts';
import { countRequest } from './request-metrics.ts';

/**
 * The fields of every log line about a request. The route is the contract's, never the requested address: people put
 * secrets into addresses.
 */
export function requestFields(route: Route, { requestContext }: APIGatewayProxyEvent) {
  const { requestId, authorizer } = requestContext;
  const fields = { requestId, route: `${route.method} ${route.path}` };
  if (route.open || !authorizer) return fields;
  return { ...fields, ...callerFields(readPrincipal(authorizer)) };
}

/** Writes one line a request, and its metrics, once the answer is made (a streamed one: before it is sent). */
export function requestLog(route: Route): MiddlewareObj<APIGatewayProxyEvent, APIGatewayProxyResult> {
  const startedAt = new WeakMap<object, number>();
  const elapsed = () => processEnvironment().runtime.elapsed();

  const finish = (event: APIGatewayProxyEvent, status: number, code?: string): void => {
    const durationMs = Math.round(elapsed() - (startedAt.get(event) ?? elapsed()));
    logger.info('request', { ...requestFields(route, event), status, ...(code && { code }), durationMs });
    countRequest(route, { status, code, durationMs });
  };

  return {
    before: ({ event }) => {
      startedAt.set(event, elapsed());
    },
    after: ({ event, response }) => finish(event, response?.statusCode ?? route.status),
    onError: ({ event, error, response }) =>
      finish(event, response?.statusCode ?? 500, error instanceof ApiError ? error.code : 'INTERNAL_ERROR'),
  };
}
