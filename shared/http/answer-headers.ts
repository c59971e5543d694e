import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { corsHeaders } from '../contract/gateway-responses.ts';
import { SETTINGS } from '../contract/resources.ts';
import { readPrincipal } from '../domain/keys/authorizer-context.ts';
import { processEnvironment } from '../kernel/runtime/environment.ts';

type Headers = Record<string, string>;

/** The console calls from its own origin; what integrators call, and the reference, may be called from others. */
const isCrossOrigin = ({ requestContext: { authorizer } }: APIGatewayProxyEvent): boolean =>
  !authorizer || readPrincipal(authorizer).kind !== 'identity';

/**
 * Adds the headers of every answer, errors included.
 * @param more further headers of an answer
 */
export function answerHeaders(
  more: (event: APIGatewayProxyEvent) => Headers = () => ({}),
): MiddlewareObj<APIGatewayProxyEvent, APIGatewayProxyResult> {
  const add: MiddlewareObj<APIGatewayProxyEvent, APIGatewayProxyResult>['after'] = ({ event, response }) => {
    if (!response) return;
    response.headers = {
      ...response.headers,
      'X-Request-Id': event.requestContext.requestId,
      ...(isCrossOrigin(event) && corsHeaders(processEnvironment().variables[SETTINGS.corsOrigin] || '*')),
      ...more(event),
    };
  };
  return { after: add, onError: add };
}
