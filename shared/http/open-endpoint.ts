import middy from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import type { Route } from '../contract/route.ts';
import { answerHeaders } from './answer-headers.ts';
import type { Answer } from './call.ts';
import { errorAnswers } from './error-answers.ts';
import { readQuery } from './parameters.ts';
import { representation } from './representation.ts';
import { requestLog } from './request-log.ts';

/** What an open endpoint gets of a request: nothing about the client. */
interface OpenCall {
  /** Of the request, a stage's name included. */
  path: string;
  /** Path below which the routes lie, without a slash at its end: empty, or a stage's name such as `/prod`. */
  basePath: string;
}

const basePathOf = (route: Route, { requestContext }: APIGatewayProxyEvent): string =>
  requestContext.path.slice(0, Math.max(0, requestContext.path.lastIndexOf(route.path)));

/**
 * The Lambda handler of an endpoint that anyone may call: no authorizer, so neither principal nor rate
 * headers. It takes no input, opens no stores, and refuses a query that its definition does not name.
 */
export function openEndpoint<R extends Route & { stores?: readonly [] }>(
  route: R,
  work: (call: OpenCall) => Answer<R>,
) {
  const handle = async (event: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> => {
    readQuery(event, route);
    const answer = work({ path: event.requestContext.path, basePath: basePathOf(route, event) });
    return {
      statusCode: route.status,
      headers: {
        'Content-Type': route.mediaType ?? 'application/json',
        'Cache-Control': 'public, max-age=300',
        ...answer.headers,
      },
      body: typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body),
    };
  };
  return middy<APIGatewayProxyEvent, APIGatewayProxyResult>()
    .use(requestLog(route))
    .use(representation(route))
    .use(answerHeaders())
    .use(errorAnswers(route))
    .handler(handle);
}
