import middy from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import type { Route } from '../contract/route.ts';
import { answerHeaders } from './answer-headers.ts';
import type { Answer } from './call.ts';
import { errorAnswers } from './error-answers.ts';
import { requestLog } from './request-log.ts';

/** What an open endpoint may know of a request: nothing about who asks. */
export interface OpenCall {
  /** Path below which the routes lie, without a slash at its end: empty, or a stage's name such as `/prod`. */
  basePath: string;
}

const basePathOf = (route: Route, { requestContext }: APIGatewayProxyEvent): string =>
  requestContext.path.slice(0, Math.max(0, requestContext.path.lastIndexOf(route.path)));

/**
 * The Lambda handler of an endpoint that anyone may call: no authorizer, hence neither principal nor rate headers;
 * it takes no input.
 */
export function openEndpoint<R extends Route>(route: R, work: (call: OpenCall) => Answer<R>) {
  const handle = async (event: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> => {
    const answer = work({ basePath: basePathOf(route, event) });
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
    .use(answerHeaders())
    .use(errorAnswers(route))
    .handler(handle);
}
