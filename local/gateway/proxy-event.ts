import { readFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import type { APIGatewayProxyEvent, APIGatewayRequestAuthorizerEvent } from 'aws-lambda';
import type { RequestBody } from './request-body.ts';

export interface ProxyRequest {
  requestId: string;
  method: string;
  path: string;
  resource: string;
  params: Record<string, string>;
  search: URLSearchParams;
  message: IncomingMessage;
  receivedAt: number;
}

const STAGE = 'local';
const ACCOUNT = '000000000000';

const orNull = <T extends object>(value: T): T | null => (Object.keys(value).length === 0 ? null : value);

function multiValues(entries: Iterable<readonly [string, string]>): Record<string, string[]> {
  const values = new Map<string, string[]>();
  for (const [name, value] of entries) values.set(name, [...(values.get(name) ?? []), value]);
  return Object.fromEntries(values);
}

/** The fields that authorizer and function both get (API Gateway REST, Lambda proxy integration, payload 1.0). */
export function commonFields({
  requestId,
  method,
  path,
  resource,
  params,
  search,
  message,
  receivedAt,
}: ProxyRequest) {
  const raw = message.rawHeaders;
  const headerPairs = raw.flatMap((name, i) => (i % 2 === 0 ? [[name, raw[i + 1] ?? ''] as const] : []));
  return {
    path,
    httpMethod: method,
    resource,
    headers: Object.fromEntries(headerPairs),
    multiValueHeaders: multiValues(headerPairs),
    queryStringParameters: orNull(Object.fromEntries(search)),
    multiValueQueryStringParameters: orNull(multiValues(search)),
    pathParameters: orNull(params),
    stageVariables: null,
    requestContext: {
      accountId: ACCOUNT,
      apiId: STAGE,
      authorizer: null,
      protocol: 'HTTP/1.1',
      httpMethod: method,
      identity: {
        accessKey: null,
        accountId: null,
        apiKey: null,
        apiKeyId: null,
        caller: null,
        clientCert: null,
        cognitoAuthenticationProvider: null,
        cognitoAuthenticationType: null,
        cognitoIdentityId: null,
        cognitoIdentityPoolId: null,
        principalOrgId: null,
        sourceIp: message.socket.remoteAddress ?? '',
        user: null,
        userAgent: message.headers['user-agent'] ?? null,
        userArn: null,
      },
      path,
      stage: STAGE,
      requestId,
      requestTimeEpoch: receivedAt,
      resourceId: resource,
      resourcePath: resource,
    },
  };
}

export function toAuthorizerEvent(
  { method, path }: ProxyRequest,
  fields: ReturnType<typeof commonFields>,
): APIGatewayRequestAuthorizerEvent {
  return {
    ...fields,
    type: 'REQUEST',
    methodArn: `arn:aws:execute-api:local:${ACCOUNT}:${STAGE}/${STAGE}/${method}${path}`,
  } as unknown as APIGatewayRequestAuthorizerEvent;
}

/** An event whose body is still in a file. */
type SpooledEvent = APIGatewayProxyEvent & { bodyFile?: string };

const base64Body = (bytes: Buffer) => ({
  body: bytes.length === 0 ? null : bytes.toString('base64'),
  isBase64Encoded: bytes.length > 0,
});

/** Bodies always travel as base64: the API takes every media type as binary. */
export function toProxyEvent(
  { message }: ProxyRequest,
  event: ReturnType<typeof commonFields>,
  { size, bytes, file }: RequestBody,
  authorizer: Record<string, unknown> | null,
): APIGatewayProxyEvent {
  // A chunked body has no length of its own.
  const length = message.headers['content-length'] === undefined && size > 0 ? [`${size}`] : null;
  return {
    ...event,
    headers: { ...event.headers, ...(length && { 'Content-Length': length[0] }) },
    multiValueHeaders: { ...event.multiValueHeaders, ...(length && { 'Content-Length': length }) },
    requestContext: { ...event.requestContext, authorizer },
    ...base64Body(bytes ?? Buffer.alloc(0)),
    ...(file !== undefined && { bodyFile: file }),
  } as unknown as SpooledEvent;
}

/** Reads the body into the event if it is still in a file, as functions expect it. */
export async function withBody(event: unknown): Promise<unknown> {
  const { bodyFile, ...rest } = event as SpooledEvent;
  return bodyFile === undefined ? event : { ...rest, ...base64Body(await readFile(bodyFile)) };
}
