import type { ServerResponse } from 'node:http';
import { type RestApi, unquoted } from './rest-api.ts';

/** Status codes of the response types, where the template does not set another. */
const STATUSES: Readonly<Record<string, number>> = {
  UNAUTHORIZED: 401,
  ACCESS_DENIED: 403,
  MISSING_AUTHENTICATION_TOKEN: 403,
  REQUEST_TOO_LARGE: 413,
  INTEGRATION_FAILURE: 504,
  INTEGRATION_TIMEOUT: 504,
  AUTHORIZER_FAILURE: 500,
  AUTHORIZER_CONFIGURATION_ERROR: 500,
};

/** Makes the gateway answer by itself, with one of its response types. */
export class GatewayRefusal extends Error {
  readonly type: string;

  constructor(type: string, cause?: unknown) {
    super(`${type}: ${String(cause ?? '')}`, { cause });
    this.type = type;
  }
}

/** Sends the response of a type, or of its default, with the values of the request put in. */
export function sendGatewayAnswer(
  { responses }: RestApi,
  type: string,
  requestId: string,
  response: ServerResponse,
): void {
  const usual = STATUSES[type] ?? 500;
  const found = responses.get(type) ?? responses.get(usual < 500 ? 'DEFAULT_4XX' : 'DEFAULT_5XX');
  const context: Record<string, string> = {
    'context.requestId': requestId,
    'context.error.messageString': '""',
  };
  const headers = Object.entries(found?.headers ?? {}).map(([name, value]): [string, string] => [
    name,
    context[value] ?? unquoted(value),
  ]);
  const body = (found?.template ?? '{}').replace(
    /\$(context\.[\w.]+)/g,
    (_, name: string) => context[name] ?? '',
  );
  response.writeHead(found?.status ?? usual, {
    'Content-Type': 'application/json',
    ...Object.fromEntries(headers),
  });
  response.end(body);
}
