import type { ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Outcome } from '../runtime/runtime-api.ts';
import { GatewayRefusal } from './gateway-answer.ts';

interface Head {
  statusCode: number;
  headers?: Record<string, string>;
  multiValueHeaders?: Record<string, string[]>;
}

type BufferedAnswer = Head & { body?: string; isBase64Encoded?: boolean };

/** Headers that the gateway renames where a function answers them. */
const REMAPPED = new Set(['www-authenticate', 'server', 'date', 'connection', 'content-md5']);

const headersOf = ({ headers = {}, multiValueHeaders = {} }: Head): Record<string, string | string[]> =>
  Object.fromEntries(
    Object.entries({ ...headers, ...multiValueHeaders }).map(([name, value]) => [
      REMAPPED.has(name.toLowerCase()) ? `x-amzn-Remapped-${name}` : name,
      value,
    ]),
  );

/**
 * Sends what a function has answered.
 * @throws {GatewayRefusal} where that is no answer to a proxied request
 */
export async function sendProxiedAnswer(outcome: Outcome, response: ServerResponse): Promise<void> {
  if (outcome.kind === 'error') throw new GatewayRefusal('INTEGRATION_FAILURE', outcome.errorMessage);
  if (outcome.kind === 'stream') return sendStream(outcome.stream, response);
  const answer = JSON.parse(outcome.payload) as BufferedAnswer | null;
  if (typeof answer?.statusCode !== 'number')
    throw new GatewayRefusal('INTEGRATION_FAILURE', 'Malformed answer');
  const body = Buffer.from(answer.body ?? '', answer.isBase64Encoded ? 'base64' : 'utf8');
  response.writeHead(answer.statusCode, { ...headersOf(answer), 'Content-Length': body.length });
  response.end(body);
}

/** Head and body of a streamed answer are eight zero bytes apart. */
const DELIMITER = Buffer.alloc(8);

async function sendStream(stream: Readable, response: ServerResponse): Promise<void> {
  const withoutHead = async function* (chunks: AsyncIterable<Buffer>) {
    let received = Buffer.alloc(0);
    for await (const chunk of chunks) {
      if (response.headersSent) {
        yield chunk;
        continue;
      }
      received = Buffer.concat([received, chunk]);
      const end = received.indexOf(DELIMITER);
      if (end < 0) continue;
      const head = JSON.parse(received.subarray(0, end).toString()) as Head;
      response.writeHead(head.statusCode, headersOf(head));
      yield received.subarray(end + DELIMITER.length);
    }
    if (!response.headersSent)
      throw new GatewayRefusal('INTEGRATION_FAILURE', 'The function ended without an answer');
  };
  await pipeline(stream, withoutHead, response).catch((error: unknown) => {
    // A client that breaks off is no failure of the function; a function that does breaks off the answer.
    if (!response.headersSent) throw error;
  });
}
