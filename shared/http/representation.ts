import { Readable } from 'node:stream';
import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { answersNotModified, type Route } from '../contract/route.ts';
import { acceptedCoding, type ContentCoding } from './accepted-coding.ts';
import { JsonStream } from './call.ts';
import { compressed, compressedStream } from './content-coding.ts';
import { requestFields } from './request-log.ts';
import { bodyOf } from './streamed-body.ts';

/** What a handler returns, and middy takes: a body may also be a stream, of which Lambda's types know nothing. */
type Result = Omit<APIGatewayProxyResult, 'body'> & { body: string | JsonStream | Readable };

type Headers = NonNullable<APIGatewayProxyResult['headers']>;

/** Shorter texts fit into a packet as they are. */
const LEAST_BYTES = 1024;

const varying = ({ Vary, ...headers }: Headers): Headers => ({
  ...headers,
  Vary: Vary === undefined ? 'Accept-Encoding' : `${Vary}, Accept-Encoding`,
});

/**
 * Other bytes must not have the same strong ETag (RFC 9110, 8.8.3); conditions are compared alike with both forms. That of a write is of
 * the document that it made, not of its own answer.
 */
const weakened = (headers: Headers, route: Route): Headers =>
  answersNotModified(route) && headers.ETag !== undefined
    ? { ...headers, ETag: String(headers.ETag).replace(/^"/, 'W/"') }
    : headers;

function headersOf(route: Route, result: Result, coding: ContentCoding | null, isCoded: boolean): Headers {
  const headers = varying(result.headers ?? {});
  if (coding === null) return headers;
  if (isCoded) return { ...weakened(headers, route), 'Content-Encoding': coding };
  // The answer that the client holds is compressed, if it is long.
  return result.statusCode === 304 ? weakened(headers, route) : headers;
}

async function represented(route: Route, event: APIGatewayProxyEvent, result: Result): Promise<Result> {
  // Who sees the length of a compressed answer can guess a secret in it (BREACH, https://www.breachattack.com).
  if (route.secret) return result;
  const { body } = result;
  const { coding, isRequired } = acceptedCoding(event);
  // The length of a stream is not known when its head is sent.
  const isLong = typeof body !== 'string' || Buffer.byteLength(body) > (isRequired ? 0 : LEAST_BYTES);
  const answer = { ...result, headers: headersOf(route, result, coding, isLong) };
  // The gateway drops the body of a buffered answer to HEAD, once it has measured it.
  if (route.stream && event.httpMethod === 'HEAD') return { ...answer, body: '' };
  const text =
    body instanceof JsonStream ? await bodyOf(await body.open(), requestFields(route, event)) : body;
  if (coding === null || !isLong) return { ...answer, body: text };
  if (typeof text !== 'string') return { ...answer, body: compressedStream(text, coding) };
  const bytes = await compressed(text, coding);
  return route.stream
    ? { ...answer, body: Readable.from([bytes]) }
    : { ...answer, body: bytes.toString('base64'), isBase64Encoded: true };
}

/**
 * Sends every answer, errors included, in the coding that the client prefers. API Gateway's own compression
 * (`minimumCompressionSize`) has no Brotli, leaves out streamed answers and spares no secret.
 */
export function representation(route: Route): MiddlewareObj<APIGatewayProxyEvent, APIGatewayProxyResult> {
  const represent: MiddlewareObj<APIGatewayProxyEvent, APIGatewayProxyResult>['after'] = async (request) => {
    const { event, response } = request;
    if (response) request.response = (await represented(route, event, response)) as APIGatewayProxyResult;
  };
  return { after: represent, onError: represent };
}
