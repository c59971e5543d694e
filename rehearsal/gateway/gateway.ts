import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import {
  commonFields,
  type ProxyRequest,
  toAuthorizerEvent,
  toProxyEvent,
} from '../../local/gateway/proxy-event.ts';
import { LIMITS } from '../../shared/contract/limits.ts';
import type { Outcome } from '../runtime/runtime-api.ts';
import type { Place } from '../template/attributes.ts';
import { readAuthorization } from './authorize.ts';
import { GatewayRefusal, sendGatewayAnswer } from './gateway-answer.ts';
import { matchMethod } from './match-method.ts';
import { sendProxiedAnswer } from './proxied-answer.ts';
import type { ApiMethod, RestApi } from './rest-api.ts';

interface GatewayOptions {
  readonly api: RestApi;
  readonly place: Pick<Place, 'region' | 'accountId'>;
  /** Invokes a function by a role. @throws {AccessDenied} where that may not, or does not trust the gateway */
  readonly invoke: (functionArn: string, event: unknown, roleArn: string) => Promise<Outcome>;
  /** Told of every answer that the gateway makes because a function failed. */
  readonly onFailure: (failure: string) => void;
}

interface Gateway {
  /** With the stage, as the output `ApiUrl`. */
  readonly url: string;
  close(): Promise<void>;
}

/** API Gateway's methods, authorizer, proxied and mocked answers and its own responses, all as the templates say. */
export async function startGateway({ api, place, invoke, onFailure }: GatewayOptions): Promise<Gateway> {
  const arn = `arn:aws:execute-api:${place.region}:${place.accountId}:${api.id}`;

  /** With the stage, and the names that API Gateway has for things. */
  const deployed = <E extends { requestContext: object }>(event: E, { path, resource }: ProxyRequest): E => ({
    ...event,
    requestContext: {
      ...event.requestContext,
      accountId: place.accountId,
      apiId: api.id,
      stage: api.stage,
      path: `/${api.stage}${path}`,
      resourcePath: resource,
    },
  });

  const authorize = async ({ authorizer }: ApiMethod, request: ProxyRequest) => {
    if (authorizer === null) return null;
    const methodArn = `${arn}/${api.stage}/${request.method}${request.path}`;
    const event = { ...deployed(toAuthorizerEvent(request, commonFields(request)), request), methodArn };
    const outcome = await invoke(authorizer.functionArn, event, authorizer.credentials);
    return readAuthorization(outcome, methodArn);
  };

  const answer = async (
    message: IncomingMessage,
    response: ServerResponse,
    requestId: string,
  ): Promise<void> => {
    const [target = '/', search = ''] = (message.url ?? '/').split(/\?(.*)/s, 2);
    const [, stage, path = '/'] = /^\/([^/]*)(\/.*)?$/s.exec(target) ?? [];
    const found = stage === api.stage ? matchMethod(api.methods, message.method ?? '', path) : null;
    if (found === null) throw new GatewayRefusal('MISSING_AUTHENTICATION_TOKEN');
    const { method, params } = found;
    const { integration } = method;
    if (integration.kind === 'mock') {
      response.writeHead(integration.status, integration.headers).end();
      return;
    }
    const request: ProxyRequest = {
      requestId,
      method: message.method ?? '',
      path,
      resource: method.path,
      params: { ...params },
      search: new URLSearchParams(search),
      message,
      receivedAt: Date.now(),
    };
    const bytes = await readBody(message);
    const context = await authorize(method, request);
    const body = { size: bytes.length, bytes, discard: async () => {} };
    const event = toProxyEvent(request, commonFields(request), body, context);
    const invoked = invoke(integration.functionArn, deployed(event, request), integration.credentials);
    const late = new AbortController();
    const timeout = delay(integration.timeoutMs, null, { signal: late.signal }).catch(() => null);
    const outcome = await Promise.race([invoked, timeout]);
    late.abort();
    if (outcome === null) throw new GatewayRefusal('INTEGRATION_TIMEOUT');
    if ((outcome.kind === 'stream') !== integration.streams && outcome.kind !== 'error')
      throw new GatewayRefusal('INTEGRATION_FAILURE', 'The function and its integration stream differently');
    await sendProxiedAnswer(outcome, response);
  };

  const server = createServer((message, response) => {
    const requestId = randomUUID();
    answer(message, response, requestId).catch((error: unknown) => {
      const refusal =
        error instanceof GatewayRefusal ? error : new GatewayRefusal('INTEGRATION_FAILURE', error);
      if (/FAILURE|TIMEOUT|CONFIGURATION/.test(refusal.type))
        onFailure(`${message.method} ${message.url}: ${refusal.message}`);
      message.resume();
      if (response.headersSent) response.destroy();
      else sendGatewayAnswer(api, refusal.type, requestId, response);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/${api.stage}/`,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** @throws {GatewayRefusal} REQUEST_TOO_LARGE */
async function readBody(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of message.iterator({ destroyOnReturn: false })) {
    size += (chunk as Buffer).length;
    if (size > LIMITS.gatewayBodyBytes) throw new GatewayRefusal('REQUEST_TOO_LARGE');
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks);
}
