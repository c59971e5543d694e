import { Readable } from 'node:stream';
import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { answersNotModified, type Route } from '../contract/route.ts';
import { acceptedCoding } from './accepted-coding.ts';
import type { LargeBody } from './call.ts';
import { compressed } from './content-coding.ts';
import { requestFields } from './request-log.ts';

type Headers = NonNullable<APIGatewayProxyResult['headers']>;

/** Shorter texts fit into a packet as they are. */
const LEAST_BYTES = 1024;

/** What a handler returns, and what middy takes: Lambda's types know of no bodies but texts. */
type Result<Body> = Omit<APIGatewayProxyResult, 'body'> & { body: Body };

/** Other bytes must not have the same strong ETag (RFC 9110, 8.8.3). Conditions are compared alike with both forms. */
const weakened = ({ ETag, ...headers }: Headers): Headers => ({
  ...headers,
  ...(ETag !== undefined && { ETag: String(ETag).replace(/^"/, 'W/"') }),
});

async function represented(
  route: Route,
  event: APIGatewayProxyEvent,
  { body, ...result }: Result<string | LargeBody>,
): Promise<Result<string | Readable>> {
  const { coding: accepted, isRequired } = acceptedCoding(event);
  // The length of a stream is not known when its head is sent.
  const isLong = typeof body !== 'string' || Buffer.byteLength(body) > (isRequired ? 0 : LEAST_BYTES);
  const coding = isLong ? accepted : null;
  // What the client holds is compressed, if it is long. The ETag of a write is of the document that it made, not of its own answer.
  const isWeak = answersNotModified(route) && (result.statusCode === 304 ? accepted : coding) !== null;
  const { Vary, ...headers } = result.headers ?? {};
  const head = {
    ...result,
    headers: {
      ...(isWeak ? weakened(headers) : headers),
      Vary: Vary === undefined ? 'Accept-Encoding' : `${Vary}, Accept-Encoding`,
      ...(coding !== null && { 'Content-Encoding': coding }),
    },
  };
  // The gateway drops the body of a buffered answer to HEAD, once it has measured it.
  if (route.stream && event.httpMethod === 'HEAD') return { ...head, body: '' };
  if (typeof body !== 'string')
    return { ...head, body: await body.open(coding, requestFields(route, event)) };
  if (coding === null) return { ...head, body };
  const bytes = await compressed(body, coding);
  return route.stream
    ? { ...head, body: Readable.from([bytes]) }
    : { ...head, body: bytes.toString('base64'), isBase64Encoded: true };
}

/**
 * Sends every answer, errors included, in the coding that the client prefers. API Gateway's own compression
 * (`minimumCompressionSize`) has no Brotli, leaves out streamed answers and spares no secret: whoever sees the length of a compressed
 * answer can guess what is in it (BREACH, https://www.breachattack.com).
 */
export function representation(route: Route): MiddlewareObj<APIGatewayProxyEvent, APIGatewayProxyResult> {
  const represent: MiddlewareObj<APIGatewayProxyEvent, APIGatewayProxyResult>['after'] = async (request) => {
    const { event, response } = request;
    if (response && !route.secret)
      request.response = (await represented(route, event, response)) as APIGatewayProxyResult;
  };
  return { after: represent, onError: represent };
}
