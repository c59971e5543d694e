import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';
import type { APIGatewayAuthorizerResult, APIGatewayProxyResult } from 'aws-lambda';
import { corsHeaders, GATEWAY_RESPONSES, preflightHeaders } from '../../shared/contract/gateway-responses.ts';
import type { Route } from '../../shared/contract/route.ts';
import { notFound } from '../../shared/contract/routes/not-found.ts';
import { ROUTES } from '../../shared/contract/routes.ts';
import { LambdaResponseStream } from './lambda-runtime.ts';
import { type ProxyRequest, toAuthorizerEvent, toProxyEvent } from './proxy-event.ts';
import { BodyTooLarge, discardBody, readBody } from './request-body.ts';
import { createRouter } from './router.ts';

export type LambdaHandler = (event: unknown, ...rest: unknown[]) => Promise<unknown>;

export interface GatewayOptions {
  /** 0 takes a free one. */
  port: number;
  /** Largest request body, bytes. */
  maxBodyBytes: number;
  corsOrigin: string;
  /** The function of a route key, or of `authorizer/authorizer`. */
  load: (key: string) => Promise<LambdaHandler>;
  /** Told of functions that failed. */
  onError: (error: unknown) => void;
}

export interface Gateway {
  url: string;
  close(): Promise<void>;
}

/** Why the gateway itself answers: a type of its responses. */
class GatewayRefusal extends Error {
  readonly type: string;

  constructor(type: string) {
    super(type);
    this.type = type;
  }
}

/** Longer than clients keep an idle connection, so that none is closed just as it is used again. */
const KEEP_ALIVE_MS = 75_000;

/**
 * A REST API of API Gateway on loopback: routes of the contract, Lambda authorizer without cache, proxy
 * integrations, buffered and streamed, gateway responses.
 */
export async function startGateway(options: GatewayOptions): Promise<Gateway> {
  const { port, maxBodyBytes, corsOrigin, load, onError } = options;
  const findRoute = createRouter(ROUTES);
  const refusals = new Map(GATEWAY_RESPONSES(maxBodyBytes).map((response) => [response.type, response]));

  const refuse = (response: ServerResponse, requestId: string, type: string): void => {
    const refusal = refusals.get(type) ?? refusals.get('DEFAULT_5XX');
    if (refusal === undefined || response.headersSent) {
      response.destroy();
      return;
    }
    const { status, code, message, field, details, headers } = refusal;
    response
      .writeHead(status, {
        'Content-Type': 'application/json',
        'X-Request-Id': requestId,
        ...corsHeaders(corsOrigin),
        ...headers,
      })
      .end(
        JSON.stringify({ error: { code, message, ...(field && { field }), ...(details && { details }) } }),
      );
  };

  const authorize = async (request: ProxyRequest): Promise<Record<string, unknown>> => {
    if (request.message.headers.authorization === undefined) throw new GatewayRefusal('UNAUTHORIZED');
    try {
      const authorizer = await load('authorizer/authorizer');
      const result = (await authorizer(toAuthorizerEvent(request))) as APIGatewayAuthorizerResult;
      if (result.policyDocument.Statement[0]?.Effect !== 'Allow') throw new GatewayRefusal('ACCESS_DENIED');
      return { ...result.context, principalId: result.principalId };
    } catch (error) {
      if (error instanceof GatewayRefusal) throw error;
      if (error instanceof Error && error.message === 'Unauthorized')
        throw new GatewayRefusal('UNAUTHORIZED');
      onError(error);
      throw new GatewayRefusal('AUTHORIZER_FAILURE');
    }
  };

  const sendBuffered = async (handler: LambdaHandler, event: unknown, response: ServerResponse) => {
    const result = (await handler(event, {})) as APIGatewayProxyResult;
    response.writeHead(result.statusCode, result.headers as Record<string, string>).end(result.body);
  };

  const sendStreamed = async (handler: LambdaHandler, event: unknown, response: ServerResponse) => {
    const stream = new LambdaResponseStream();
    const running = handler(event, stream, {});
    const prelude = await Promise.race([stream.prelude, running.then(() => null)]);
    if (prelude === null) throw new Error('The function ended without an answer');
    response.writeHead(prelude.statusCode, prelude.headers);
    // A reader that goes away is no failure of the function.
    await Promise.all([running, pipeline(stream, response).catch(() => undefined)]);
  };

  const invoke = async (route: Route, event: unknown, response: ServerResponse): Promise<void> => {
    const handler = await load(route.key);
    await (route.stream ? sendStreamed : sendBuffered)(handler, event, response);
  };

  const answer = async (message: IncomingMessage, response: ServerResponse, requestId: string) => {
    const method = message.method ?? 'GET';
    const [path = '/', search = ''] = (message.url ?? '/').split(/\?(.*)/s, 2);
    if (method === 'OPTIONS') {
      response.writeHead(204, { 'X-Request-Id': requestId, ...preflightHeaders(corsOrigin) }).end();
      return;
    }
    const found = findRoute(method, path);
    const route = found?.route ?? notFound;
    const request: ProxyRequest = {
      requestId,
      method,
      path,
      resource: route.path,
      params: found?.params ?? {},
      search: new URLSearchParams(search),
      message,
      receivedAt: Date.now(),
    };
    const context = route.open ? null : await authorize(request);
    const body = await readBody(message, maxBodyBytes);
    await invoke(route, toProxyEvent(request, body, context), response);
  };

  const server = createServer({ requestTimeout: 0, keepAliveTimeout: KEEP_ALIVE_MS }, (message, response) => {
    const requestId = randomUUID();
    answer(message, response, requestId)
      .catch((error) => {
        const type =
          error instanceof GatewayRefusal
            ? error.type
            : error instanceof BodyTooLarge
              ? 'REQUEST_TOO_LARGE'
              : 'INTEGRATION_FAILURE';
        if (type === 'INTEGRATION_FAILURE' && !response.destroyed) onError(error);
        refuse(response, requestId, type);
      })
      .finally(() => discardBody(message));
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.close();
      server.closeIdleConnections();
      await once(server, 'close');
    },
  };
}
