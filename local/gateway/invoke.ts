import type { ServerResponse } from 'node:http';
import type { APIGatewayProxyResult } from 'aws-lambda';
import type { Route } from '../../shared/contract/route.ts';
import type { Turn } from './account-turns.ts';
import type { GatewayLimits } from './gateway-limits.ts';
import { LambdaResponseStream } from './lambda-runtime.ts';

export type LambdaHandler = (event: unknown, ...rest: unknown[]) => Promise<unknown>;

/**
 * Sends the answer of the endpoint's function. A client that reads nothing for `idleMs` is cut off, and one that has not read a
 * streamed answer to its end after `streamedMs`.
 */
export async function invoke(
  route: Route,
  handler: LambdaHandler,
  event: unknown,
  response: ServerResponse,
  { idleMs, streamedMs, turn }: Pick<GatewayLimits, 'idleMs' | 'streamedMs'> & { turn: Turn },
): Promise<void> {
  const begin = (statusCode: number, headers: Record<string, string> | undefined): void => {
    response.socket?.setTimeout(idleMs);
    response.writeHead(statusCode, headers);
  };
  if (!route.stream) {
    const answer = (await handler(event, {})) as APIGatewayProxyResult;
    const body = Buffer.from(answer.body, answer.isBase64Encoded ? 'base64' : 'utf8');
    const length = { 'Content-Length': String(body.length) };
    begin(answer.statusCode, { ...(answer.headers as Record<string, string>), ...length });
    response.end(body);
    return;
  }
  const stream = new LambdaResponseStream(response, turn, ({ statusCode, headers }) =>
    begin(statusCode, headers),
  );
  const timer = setTimeout(() => response.destroy(), streamedMs);
  try {
    await handler(event, stream, {});
    if (!stream.writableFinished) throw new Error('The function ended without an answer, or before its end');
  } finally {
    clearTimeout(timer);
  }
}
