import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { APIGatewayAuthorizerResult, APIGatewayRequestAuthorizerEvent } from 'aws-lambda';
import { type Audience, BASE_PATHS, endpointsFor } from '../../shared/contract/audience.ts';
import { AUTHORIZERS } from '../../shared/contract/authorizers.ts';
import { preflightHeaders } from '../../shared/contract/gateway-responses.ts';
import { LIMITS } from '../../shared/contract/limits.ts';
import type { Route } from '../../shared/contract/route.ts';
import { acceptedBody, bodyLimit, mediaTypeOf } from '../../shared/contract/route-limits.ts';
import { notFound } from '../../shared/contract/routes/not-found.ts';
import { lackingScopes, readPrincipal, readRate } from '../../shared/domain/keys/authorizer-context.ts';
import { ConnectionCap, type HeldRequest } from '../protocol/connection-cap.ts';
import { drainAfter } from '../protocol/drain-body.ts';
import { oneAtATimeServer } from '../protocol/one-at-a-time.ts';
import { AccountTurns, NO_TURN, type Turn } from './account-turns.ts';
import { ByteBudget } from './byte-budget.ts';
import { type GatewayRefusal, gatewayAnswers } from './gateway-answers.ts';
import { GATEWAY_LIMITS, type GatewayLimits } from './gateway-limits.ts';
import { isHeavy } from './heavy.ts';
import { calledByAnotherName, isLoopback } from './host.ts';
import { invoke, type LambdaHandler } from './invoke.ts';
import { commonFields, type ProxyRequest, toAuthorizerEvent, toProxyEvent } from './proxy-event.ts';
import { type RequestBody, receiveBody } from './request-body.ts';
import { toOriginForm } from './request-target.ts';
import { createRouter, isBelow } from './router.ts';
import { answerUnparsed } from './unparsed-requests.ts';

interface GatewayOptions {
  /** 0 takes a free one. */
  port: number;
  /** Folder for large bodies while they arrive. */
  spoolDir: string;
  /** Largest file in a form, bytes. */
  inlineUploadBytes: number;
  corsOrigin: string;
  /** The function of a route key, or an authorizer. */
  load: (key: string) => Promise<LambdaHandler>;
  /** Called when a function fails. */
  onError: (error: unknown) => void;
  /** Makes the calls that precede the API, of the service's address; its answer false leaves the request to the API. */
  site?: (url: string) => (message: IncomingMessage, response: ServerResponse) => Promise<boolean>;
  limits?: Partial<GatewayLimits>;
}

export interface Gateway {
  url: string;
  /** Takes no further requests, waits for those in progress, and cuts off what takes longer than its limit. */
  close(): Promise<void>;
}

/** Makes the gateway answer by itself, with one of its response types. */
class Refusal extends Error {
  readonly type: string;

  constructor(type: string) {
    super(type);
    this.type = type;
  }
}

type Context = Record<string, unknown> | null;

/** Whose API a request is addressed to, by its target without the query. */
const audienceAt = (path: string): Audience =>
  isBelow(BASE_PATHS.console, path) ? 'console' : 'integrators';

/** Longer than clients keep an idle connection, so that none is closed just when it is reused. */
const KEEP_ALIVE_MS = 75_000;

const NO_BODY: RequestBody = { size: 0, discard: async () => undefined };

/** Whether the function will read the body: by the authorizer's result the request may already be refused. */
const isBodyWanted = (route: Route, context: Context): boolean =>
  acceptedBody(route) !== null &&
  (context === null || (!readRate(context).exceeded && lackingScopes(route, context).length === 0));

/**
 * A REST API of API Gateway on loopback: routes of the contract, Lambda authorizer without cache, proxy
 * integrations, buffered and streamed, gateway responses.
 */
export async function startGateway(options: GatewayOptions): Promise<Gateway> {
  const { port, spoolDir, inlineUploadBytes, corsOrigin, load, onError } = options;
  const limits: GatewayLimits = { ...GATEWAY_LIMITS, ...options.limits };
  const routers = {
    integrators: createRouter(endpointsFor('integrators')),
    console: createRouter(endpointsFor('console')),
  };
  const ownAnswer = gatewayAnswers(inlineUploadBytes + LIMITS.formBytes, corsOrigin);
  const spooled = new ByteBudget(limits.spooled);
  const running = new ByteBudget(limits.running);
  const turns = new AccountTurns(limits.working, () => performance.now());
  const connections = new ConnectionCap({ most: limits.connections });

  const refuse = (response: ServerResponse, requestId: string, refusal: GatewayRefusal): void => {
    if (response.headersSent) {
      response.destroy();
      return;
    }
    const { status, headers, body } = ownAnswer(refusal, requestId);
    response.writeHead(status, headers).end(body);
  };

  const authorize = async (
    audience: Audience,
    event: APIGatewayRequestAuthorizerEvent,
  ): Promise<Record<string, unknown>> => {
    try {
      const authorizer = await load(AUTHORIZERS[audience].key);
      const result = (await authorizer(event)) as APIGatewayAuthorizerResult;
      if (result.policyDocument.Statement[0]?.Effect !== 'Allow') throw new Refusal('ACCESS_DENIED');
      return { ...result.context, principalId: result.principalId };
    } catch (error) {
      if (error instanceof Refusal) throw error;
      onError(error);
      throw new Refusal('AUTHORIZER_FAILURE');
    }
  };

  /** Receives the body, up to the limit of the endpoint. A client that sent `Expect: 100-continue` is answered only now. */
  const receive = async (
    { message, requestId }: ProxyRequest,
    response: ServerResponse,
    { route, context, signal }: { route: Route; context: Context; signal: AbortSignal },
  ): Promise<RequestBody> => {
    if (!isBodyWanted(route, context)) return NO_BODY;
    const limit = bodyLimit(
      acceptedBody(route),
      mediaTypeOf(message.headers['content-type']),
      inlineUploadBytes,
    );
    if (isAwaitingLeave(message) && Number(message.headers['content-length'] ?? 0) <= limit) {
      response.writeContinue();
      response.shouldKeepAlive = true;
    }
    return receiveBody(message, {
      limit,
      file: path.join(spoolDir, requestId),
      owner: context === null ? '' : readPrincipal(context).accountId,
      budget: spooled,
      idleMs: limits.idleMs,
      signal,
    });
  };

  /** Those that may block for long have places of their own: while documents are edited, small requests are answered. */
  const turnOf = (route: Route, context: Context, signal: AbortSignal): Turn =>
    context === null || route.waits
      ? NO_TURN
      : turns.of(readPrincipal(context).accountId, isHeavy(route) ? 'heavy' : 'light', signal);

  const answer = async (
    message: IncomingMessage,
    response: ServerResponse,
    { requestId, held }: { requestId: string; held: HeldRequest },
  ) => {
    if (await site?.(message, response)) return;
    const method = message.method ?? 'GET';
    const [target = '/', search = ''] = (message.url ?? '/').split(/\?(.*)/s, 2);
    const audience = audienceAt(target);
    // The console calls from its own origin, of which browsers ask nothing beforehand.
    if (method === 'OPTIONS' && audience === 'integrators') {
      response.writeHead(204, { 'X-Request-Id': requestId, ...preflightHeaders(corsOrigin) }).end();
      return;
    }
    const found = routers[audience](method, target);
    const route = found?.route ?? notFound;
    const request: ProxyRequest = {
      requestId,
      method,
      path: target,
      resource: route.path,
      params: found?.params ?? {},
      search: new URLSearchParams(search),
      message,
      receivedAt: Date.now(),
    };
    const gone = new AbortController();
    response.once('close', () => {
      if (!response.writableFinished) gone.abort();
    });
    const fields = commonFields(request);
    const context = route.open ? null : await authorize(audience, toAuthorizerEvent(request, fields));
    if (context !== null) held.belongsTo(readPrincipal(context).accountId);
    const body = await receive(request, response, { route, context, signal: gone.signal });
    const turn = turnOf(route, context, gone.signal);
    let release: (() => void) | undefined;
    try {
      await turn.take();
      if (body.file !== undefined)
        release = await running.acquire(readPrincipal(context).accountId, body.size, gone.signal);
      const handler = await load(route.key);
      await invoke(route, handler, toProxyEvent(request, fields, body, context), response, {
        ...limits,
        turn,
      });
    } finally {
      turn.end();
      release?.();
      await body.discard();
    }
  };

  const accept = (message: IncomingMessage, response: ServerResponse): void => {
    const requestId = randomUUID();
    drainAfter(response, message, limits.drained);
    // From the end of an answer on, whoever made it, only its client can be waited for.
    response.once('prefinish', () => message.socket.setTimeout(limits.idleMs));
    const { expect } = message.headers;
    if (expect !== undefined && !isAwaitingLeave(message)) {
      refuse(response, requestId, { type: 'DEFAULT_4XX', message: 'Only 100-continue can be expected.' });
      return;
    }
    const hosts = message.headersDistinct.host?.length ?? 0;
    if (hosts > 1 || (hosts === 0 && message.httpVersion === '1.1')) {
      const problem = hosts > 1 ? 'There is more than one Host header.' : 'The Host header is missing.';
      refuse(response, requestId, { type: 'DEFAULT_4XX', message: problem });
      return;
    }
    toOriginForm(message);
    if (hosts === 1 && !isLoopback(message.headers.host ?? '')) {
      refuse(response, requestId, { type: 'DEFAULT_4XX', message: calledByAnotherName(url) });
      return;
    }
    // A body that the client holds back until asked will not come.
    if (isAwaitingLeave(message)) response.shouldKeepAlive = false;
    // Busy until the answer is handed over: a client that does not read it takes no place from others.
    const held = connections.hold(message);
    answer(message, response, { requestId, held })
      .catch((error) => {
        const type = error instanceof Refusal ? error.type : 'INTEGRATION_FAILURE';
        if (type === 'INTEGRATION_FAILURE' && !response.destroyed) onError(error);
        const [path = ''] = (message.url ?? '').split('?', 1);
        refuse(response, requestId, { type, audience: audienceAt(path) });
      })
      .finally(() => held.release());
  };

  const server = oneAtATimeServer(
    {
      headersTimeout: limits.headersMs,
      requestTimeout: limits.requestMs,
      connectionsCheckingInterval: limits.headersMs / 4,
      keepAliveTimeout: KEEP_ALIVE_MS,
    },
    accept,
  );
  connections.guard(server);
  answerUnparsed(server, (message) => ownAnswer({ type: 'DEFAULT_4XX', message }, randomUUID()));
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const site = options.site?.(url);
  return {
    url,
    async close() {
      server.close();
      server.closeIdleConnections();
      connections.close();
      const timer = setTimeout(() => server.closeAllConnections(), limits.endMs);
      await once(server, 'close');
      clearTimeout(timer);
    },
  };
}

/** Whether the client waits to be asked for the body. */
const isAwaitingLeave = ({ headers }: IncomingMessage): boolean =>
  headers.expect?.toLowerCase() === '100-continue';
