import { Agent, type IncomingHttpHeaders, request as sendRequest } from 'node:http';
import { text } from 'node:stream/consumers';
import type { GeneratedRequest } from './request.ts';

export interface RawAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

/** The most an endpoint may take, even on a slow machine, milliseconds. */
const PATIENCE_MS = 60_000;

const agent = new Agent({ keepAlive: true });

/**
 * Sends a request as it is written, without the corrections that URL parsers and `fetch` make.
 * @throws if the connection breaks or there is no answer
 */
export function exchange(
  apiUrl: string,
  { method, target, headers, body }: GeneratedRequest,
): Promise<RawAnswer> {
  const { hostname, port, host } = new URL(apiUrl);
  const bytes = Buffer.from(body ?? '', 'latin1');
  return new Promise((resolve, reject) => {
    const request = sendRequest({
      agent,
      hostname,
      port,
      method,
      path: target,
      headers: ['Host', host, ...headers.flat(), 'Content-Length', String(bytes.length)],
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    request.on('error', reject);
    request.on('response', (response) => {
      const { statusCode: status = 0, headers: received } = response;
      text(response).then((answered) => resolve({ status, headers: received, body: answered }), reject);
    });
    request.end(bytes);
  });
}
