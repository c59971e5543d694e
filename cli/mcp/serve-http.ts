import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { toNodeHandler } from '@modelcontextprotocol/node';
import {
  bearerAuthChallengeResponse,
  createMcpHandler,
  hostHeaderValidationResponse,
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  type McpServer,
  OAuthError,
  OAuthErrorCode,
  originValidationResponse,
} from '@modelcontextprotocol/server';
import type { Client } from '../../client/client.ts';
import { ConnectionFailure, isApiFailure } from '../../client/failure.ts';
import { whoami } from '../../shared/contract/routes/account.ts';
import type { Scope } from '../../shared/contract/scopes.ts';

export const MCP_PATH = '/mcp';

interface HttpOptions {
  /** 0 picks a free one. */
  readonly port: number;
  readonly clientOf: (apiKey: string) => Client;
  /** @param scopes of the client's key */
  readonly serverFor: (client: Client, scopes: readonly Scope[]) => McpServer;
  readonly onError: (error: unknown) => void;
}

interface HttpServer extends AsyncDisposable {
  readonly url: string;
}

/**
 * Serves the Model Context Protocol by streamable HTTP, on this machine alone: each request has an API key as its bearer
 * token, and is answered with what that key may do. Nothing is kept between requests. Pages of other origins, and names
 * that only look like this machine (DNS rebinding), are refused.
 */
export async function serveHttp({ port, clientOf, serverFor, onError }: HttpOptions): Promise<HttpServer> {
  const protocol = createMcpHandler(
    ({ authInfo }) => serverFor(clientOf(authInfo?.token ?? ''), (authInfo?.scopes ?? []) as Scope[]),
    { onerror: onError },
  );
  const answer = async (request: Request): Promise<Response> => {
    const rejected =
      hostHeaderValidationResponse(request, localhostAllowedHostnames()) ??
      originValidationResponse(request, localhostAllowedOrigins());
    if (rejected !== undefined) return rejected;
    if (new URL(request.url).pathname !== MCP_PATH) return new Response(null, { status: 404 });
    const [, token] = /^Bearer +(\S+)$/i.exec(request.headers.get('authorization') ?? '') ?? [];
    if (token === undefined) return unauthorized('An API key as bearer token is needed.');
    try {
      const { keyId, scopes } = await clientOf(token).call(whoami, { signal: request.signal });
      return await protocol.fetch(request, { authInfo: { token, clientId: keyId, scopes } });
    } catch (error) {
      if (isApiFailure(error, 'UNAUTHENTICATED')) return unauthorized(error.message);
      if (error instanceof ConnectionFailure)
        return new Response('The service does not answer.', { status: 503 });
      throw error;
    }
  };
  const handle = toNodeHandler({ fetch: answer }, { onerror: onError });
  const server = createServer((request, response) => void handle(request, response));
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const { port: taken } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${taken}${MCP_PATH}`,
    async [Symbol.asyncDispose]() {
      await protocol.close();
      server.close();
      server.closeAllConnections();
    },
  };
}

const unauthorized = (message: string): Response =>
  bearerAuthChallengeResponse(new OAuthError(OAuthErrorCode.InvalidToken, message));
