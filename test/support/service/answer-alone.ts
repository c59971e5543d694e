/**
 * Invokes one function with one event in its own process, as Lambda would: `node answer-alone.ts KEY`, the event on
 * stdin. Prints the answer, with the length and hash of its body.
 */
import { createHash } from 'node:crypto';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { APIGatewayProxyResult } from 'aws-lambda';
import { loadFunction } from '../../../local/functions/function-modules.ts';
import { NO_TURN } from '../../../local/gateway/account-turns.ts';
import { LambdaResponseStream, provideLambdaRuntime } from '../../../local/gateway/lambda-runtime.ts';
import { connectBySockets } from '../../../local/stores/connections.ts';
import { ROUTES } from '../../../shared/contract/routes.ts';

const [, , key = ''] = process.argv;
const event: unknown = JSON.parse(await text(process.stdin));
connectBySockets(process.env);
provideLambdaRuntime();
const handler = await loadFunction(key);
const hash = createHash('sha256');
let bytes = 0;
const take = (piece: string | Buffer): void => {
  hash.update(piece);
  bytes += Buffer.byteLength(piece);
};

let status: number;
let body: string | undefined;
if (ROUTES.find((route) => route.key === key)?.stream) {
  status = 0;
  const pieces = new PassThrough();
  const stream = new LambdaResponseStream(pieces, NO_TURN, ({ statusCode }) => {
    status = statusCode;
  });
  const answering = handler(event, stream, {});
  for await (const piece of pieces) take(piece as Buffer);
  await answering;
} else {
  const result = (await handler(event, {})) as APIGatewayProxyResult;
  ({ statusCode: status, body } = result);
  take(body);
}
const { maxRSS } = process.resourceUsage();
console.log(
  JSON.stringify({ status, bytes, sha256: hash.digest('hex'), body, residentBytes: maxRSS * 1024 }),
);
