import middy, { type MiddlewareObj } from '@middy/core';
import { executionModeStreamifyResponse } from '@middy/core/StreamifyResponse';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { ApiError } from '../contract/errors.ts';
import { SETTINGS } from '../contract/resources.ts';
import type { Route } from '../contract/route.ts';
import { type Environment, type Opener, processEnvironment } from '../stores/environment.ts';
import type { Idempotency } from '../stores/idempotency.ts';
import { readPrincipal, readRate } from './authorizer-context.ts';
import type { Answer, Call } from './call.ts';
import { standardHeaders } from './headers.ts';
import { idempotently } from './idempotency.ts';
import { readInput } from './input.ts';
import { logger } from './logger.ts';

type Openers = Record<string, Opener<unknown>>;
type Stores<O extends Openers> = { [Name in keyof O]: ReturnType<O[Name]> } & { environment: Environment };

type Middleware = MiddlewareObj<APIGatewayProxyEvent, APIGatewayProxyResult>;

/** Refuses what the authorizer has found to be over the account's limit. */
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

/** Requires every scope of the row. */
const scopes = (route: Route): Middleware => ({
  before: ({ event }) => {
    const held = readPrincipal(event.requestContext.authorizer).scopes;
    const lacking = route.scopes.filter((scope) => !held.includes(scope));
    if (lacking.length > 0) {
      throw new ApiError('INSUFFICIENT_SCOPE', `This needs the scope ${lacking.join(', ')}.`, {
        details: { required: route.scopes },
      });
    }
  },
});

/** Turns every error into the contract's body; what was not meant for the caller is logged and told to nobody. */
const errors = (): Middleware => ({
  onError: (request) => {
    const { error, event } = request;
    const known = error instanceof ApiError && error.code !== 'INTERNAL_ERROR';
    if (!known) {
      logger.error('request failed', {
        requestId: event.requestContext.requestId,
        error: error as Error,
      });
    }
    const answer = known ? error : new ApiError('INTERNAL_ERROR', 'Something went wrong on our side.');
    request.response = {
      statusCode: answer.status,
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(answer.toBody()),
    };
  },
});

/** Adds what every answer carries. */
const headers = (environment: () => Environment): Middleware => {
  const add: Middleware['after'] = (request) => {
    const { response, event } = request;
    if (!response) return;
    const rate = readRate(event.requestContext.authorizer);
    const origin = environment().variables[SETTINGS.corsOrigin] || '*';
    response.headers = {
      ...response.headers,
      ...standardHeaders(event.requestContext.requestId, rate, origin),
      ...(response.statusCode === 429
        ? {
            'Retry-After': String(Math.max(1, rate.resetAt - Math.floor(environment().runtime.now() / 1000))),
          }
        : {}),
    };
  };
  return { after: add, onError: add };
};

function openAll<O extends Openers>(openers: O, environment: Environment): Stores<O> {
  const stores = Object.entries(openers).map(([name, open]) => [name, open(environment)] as const);
  return { ...Object.fromEntries(stores), environment } as Stores<O>;
}

/**
 * The Lambda handler of an endpoint: rate limit, scopes, validation, the work, the answer.
 *
 * @param route the endpoint's row of the contract
 * @param openers the stores it uses, opened at the first request; a POST endpoint's `idempotency` among them
 * @param work throws ApiError for whatever the caller should know
 * @param renew makes the answer to a repeated idempotent request of what the first one kept
 */
export function endpoint<R extends Route, O extends Openers>(
  route: R,
  openers: O,
  work: (call: Call<R>, stores: Stores<O>) => Promise<Answer<R>>,
  renew: (kept: unknown, call: Call<R>, stores: Stores<O>) => Promise<Answer<R>> = async (kept) => ({
    body: kept as Answer<R>['body'],
  }),
) {
  let opened: (Stores<O> & { idempotency?: Idempotency }) | undefined;
  const environment = processEnvironment;

  const handle = async (event: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> => {
    opened ??= openAll(openers, environment());
    const stores = opened;
    const input = await readInput(event, route, environment());
    const call = {
      requestId: event.requestContext.requestId,
      principal: readPrincipal(event.requestContext.authorizer),
      ...input,
    } as Call<R>;
    const answer =
      stores.idempotency === undefined
        ? await work(call, stores)
        : await idempotently(stores.idempotency, {
            event,
            route,
            call,
            work: () => work(call, stores),
            renew: (kept) => renew(kept, call, stores),
          });
    return {
      statusCode: route.status,
      headers: { 'Content-Type': 'application/json', ...answer.headers },
      body: JSON.stringify(answer.body),
    };
  };

  return middy<APIGatewayProxyEvent, APIGatewayProxyResult>(
    route.stream ? { executionMode: executionModeStreamifyResponse } : {},
  )
    .use(headers(environment))
    .use(errors())
    .use(rateLimit())
    .use(scopes(route))
    .handler(handle);
}
