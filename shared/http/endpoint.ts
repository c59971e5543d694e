import middy, { type MiddlewareObj } from '@middy/core';
import { executionModeStreamifyResponse } from '@middy/core/StreamifyResponse';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { ApiError } from '../contract/errors.ts';
import { LIMITS } from '../contract/limits.ts';
import { answersNotModified, type Route } from '../contract/route.ts';
import { lackingScopes, readPrincipal, readRate } from '../domain/keys/authorizer-context.ts';
import { isInAudience } from '../domain/keys/principal.ts';
import { following } from '../kernel/logging/request-context.ts';
import { processEnvironment } from '../kernel/runtime/environment.ts';
import type { Opened } from '../kernel/runtime/store-factories.ts';
import { openOnce } from '../kernel/runtime/store-factories.ts';
import type { Idempotency } from '../stores/idempotency.ts';
import type { Exactly, StoreFactories } from '../stores/store-factory.ts';
import { answerHeaders } from './answer-headers.ts';
import { type Answer, type Call, HELD, LargeBody } from './call.ts';
import { errorAnswers } from './error-answers.ts';
import { idempotently, KEEP_NOTHING, type Keep } from './idempotency.ts';
import { holdsAnswer } from './if-none-match.ts';
import { type FormReader, readInput } from './input.ts';
import { representation } from './representation.ts';
import { requestLog } from './request-log.ts';

type Middleware = MiddlewareObj<APIGatewayProxyEvent, APIGatewayProxyResult>;

/** An endpoint behind the wrong authorizer is wired incorrectly and must not run. */
const audience = (route: Route): Middleware => ({
  before: ({ event }) => {
    const principal = readPrincipal(event.requestContext.authorizer);
    if (!isInAudience(route.audience, principal)) {
      throw new ApiError('INTERNAL_ERROR', `A principal of kind ${principal.kind} reached ${route.key}.`);
    }
  },
});

/** Refuses requests that the authorizer found to be over the limit. */
const rateLimit = (): Middleware => ({
  before: ({ event }) => {
    const rate = readRate(event.requestContext.authorizer);
    if (rate.exceeded) {
      throw new ApiError('RATE_LIMITED', `The limit of ${rate.limit} requests per minute is reached.`, {
        details: { limit: rate.limit, resetAt: rate.resetAt },
      });
    }
  },
});

/** Requires every scope of the endpoint. */
const scopes = (route: Route): Middleware => ({
  before: ({ event }) => {
    const lacking = lackingScopes(route, event.requestContext.authorizer);
    if (lacking.length > 0) {
      throw new ApiError('INSUFFICIENT_SCOPE', `This needs the scope ${lacking.join(', ')}.`, {
        details: { required: route.scopes },
      });
    }
  },
});

/** The rate figures, and when to come back where the limit is reached. */
function rateHeaders({ requestContext }: APIGatewayProxyEvent): Record<string, string> {
  const { limit, remaining, resetAt, exceeded } = readRate(requestContext.authorizer);
  // The window follows the authorizer's clock, which may differ from this one.
  const secondsLeft = resetAt - Math.floor(processEnvironment().runtime.now() / 1000);
  const retryAfter = Math.min(Math.max(1, secondsLeft), LIMITS.rateWindowSeconds);
  return {
    'X-RateLimit-Limit': String(limit),
    'X-RateLimit-Remaining': String(remaining),
    'X-RateLimit-Reset': String(resetAt),
    ...(exceeded ? { 'Retry-After': String(retryAfter) } : {}),
  };
}

/** What may keep the answer: nothing of a secret; a browser that asks each time whether what it has is still the newest. */
function cachingOf(route: Route): Record<string, string> {
  if (route.secret) return { 'Cache-Control': 'no-store' };
  return answersNotModified(route) ? { 'Cache-Control': 'private, no-cache' } : {};
}

/** What every authorized request passes first: rate limit and scopes, with its log and errors. */
export const behindAuthorizer = (route: Route) =>
  middy<APIGatewayProxyEvent, APIGatewayProxyResult>(
    route.stream ? { executionMode: executionModeStreamifyResponse } : {},
  )
    .use(requestLog(route))
    .use(representation(route))
    .use(answerHeaders(rateHeaders))
    .use(errorAnswers(route))
    .use(audience(route))
    .use(rateLimit())
    .use(scopes(route));

/**
 * The Lambda handler of an endpoint: rate limit, scopes, validation, the work, the answer.
 *
 * @param route the endpoint's definition
 * @param store factories of the stores that the definition names, exactly these; they are opened at the first request
 * @param work throws ApiError for errors that the client should see
 * @param options.renew makes the answer to a repeated idempotent request of what the first one kept
 * @param options.readForm for endpoints that take forms
 */
export function endpoint<R extends Route, O extends StoreFactories>(
  route: R,
  factories: O & Exactly<R['stores'], O>,
  work: (call: Call<R>, stores: Opened<O>, keep: Keep) => Promise<Answer<R>>,
  {
    renew = async (kept) => ({ body: kept as Answer<R>['body'] }),
    readForm,
  }: {
    renew?: (kept: unknown, call: Call<R>, stores: Opened<O>) => Promise<Answer<R>>;
    readForm?: FormReader;
  } = {},
) {
  const open: () => Opened<O> & { idempotency?: Idempotency } = openOnce<O>(factories);

  const handle = async (event: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> => {
    const stores = open();
    const input = readInput(event, route, stores.environment, readForm);
    const call = {
      requestId: event.requestContext.requestId,
      principal: readPrincipal(event.requestContext.authorizer),
      holds: holdsAnswer(event),
      ...input,
    } as Call<R>;
    const answer =
      stores.idempotency === undefined
        ? await work(call, stores, KEEP_NOTHING)
        : await idempotently(stores.idempotency, {
            event,
            route,
            call,
            work: (keep) => work(call, stores, keep),
            renew: (kept) => renew(kept, call, stores),
          });
    const caching = cachingOf(route);
    if (answer.body === HELD)
      return { statusCode: 304, headers: { ...caching, ...answer.headers }, body: '' };
    return {
      statusCode: (answer.unchanged ? route.unchangedStatus : undefined) ?? route.status,
      headers: {
        'Content-Type': 'application/json',
        ...caching,
        ...answer.headers,
      },
      body:
        answer.body instanceof LargeBody
          ? // The type of results has no streams.
            (answer.body as unknown as string)
          : JSON.stringify(answer.body),
    };
  };

  return behindAuthorizer(route).handler((event) =>
    following(event.requestContext.requestId, () => handle(event)),
  );
}
