import type { APIGatewayProxyEvent, APIGatewayRequestAuthorizerEvent, Context } from 'aws-lambda';
import { describe, expect, test } from 'vitest';
import { handler as authorizer } from '../../functions/authorizer/authorizer.ts';
import { handler as root } from '../../functions/reference/get-root.ts';
import { patchMetadata } from '../../shared/contract/routes/metadata.ts';
import { listVideos, uploadVideo } from '../../shared/contract/routes/videos.ts';
import { toAuthorizerContext } from '../../shared/domain/keys/authorizer-context.ts';
import type { Call } from '../../shared/http/call.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { readForm } from '../../shared/http/form-body.ts';

const authorized = toAuthorizerContext(
  {
    kind: 'key',
    accountId: 'a',
    keyId: 'k',
    keyName: 'Test',
    scopes: ['project:read', 'project:edit'],
    projectIds: null,
  },
  { limit: 100, remaining: 99, resetAt: 60, exceeded: false },
);

type Values = Record<string, string[]>;

/** The last of several values, as API Gateway puts it beside all of them. */
const last = (all: Values) =>
  Object.fromEntries(Object.entries(all).map(([name, values]) => [name, values.at(-1)]));

/** As a REST API with Lambda proxy integrations and binary media types sends it. */
const eventOf = ({
  headers = {},
  query,
  params = null,
  body = null,
  path = '/prod/api/videos',
}: {
  headers?: Values;
  query?: Values;
  params?: Record<string, string> | null;
  body?: string | null;
  path?: string;
}): APIGatewayProxyEvent =>
  ({
    headers: last(headers),
    multiValueHeaders: headers,
    queryStringParameters: query ? last(query) : null,
    multiValueQueryStringParameters: query ?? null,
    pathParameters: params,
    body: body === null ? null : Buffer.from(body, 'latin1').toString('base64'),
    isBase64Encoded: body !== null,
    requestContext: { requestId: 'r', path, authorizer: authorized },
  }) as unknown as APIGatewayProxyEvent;

const video = { id: 'v', name: 'n', status: 'uploading', uploadProgress: 0 } as const;
const understood: Call[] = [];
const note =
  <Body>(body: Body) =>
  async (call: unknown) => {
    understood.push(call as Call);
    return { body };
  };
const list = endpoint(
  { ...listVideos, stores: [] },
  {},
  note({ videos: [], total: 0, page: 1, pageSize: 20 }),
);
const patch = endpoint(
  { ...patchMetadata, stores: [] },
  {},
  note({ success: true, version: 2, updatedAt: '2026-11-22T00:00:00Z' }),
);
const upload = endpoint({ ...uploadVideo, stores: [] }, {}, note(video), { readForm });

async function answerOf(handler: typeof list, event: Parameters<typeof eventOf>[0]) {
  const { statusCode, body } = await handler(eventOf(event), {} as Context);
  const { error } = JSON.parse(body) as { error?: { field?: string; code: string } };
  return error === undefined ? statusCode : [statusCode, error.code, error.field];
}

describe('a query', () => {
  test('is what all its values are, not the last of each', async () => {
    const refused = [400, 'INVALID_PARAMETER', 'page'];
    expect(await answerOf(list, { query: { page: ['1', '1'] } })).toEqual(refused);
    expect(await answerOf(list, { query: { page: ['7'] } })).toBe(200);
    expect(understood.at(-1)?.query).toEqual({ page: 7, pageSize: 20, sort: '-createdAt' });
  });

  test('of which API Gateway could not decode a part is refused', async () => {
    expect(await answerOf(list, { query: { 'a\uFFFD': ['1'] } })).toEqual([
      400,
      'INVALID_PARAMETER',
      'a\uFFFD',
    ]);
  });
});

describe('a path parameter', () => {
  const json = { headers: { 'Content-Type': ['application/json'] }, body: '{}' };

  test('arrives encoded, and is decoded', async () => {
    expect(await answerOf(patch, { ...json, params: { id: 'caf%C3%A9%2F1' } })).toBe(200);
    expect(understood.at(-1)?.params).toEqual({ id: 'café/1' });
  });

  test('that is not UTF-8 is refused', async () => {
    expect(await answerOf(patch, { ...json, params: { id: '%ff' } })).toEqual([
      400,
      'INVALID_PARAMETER',
      'id',
    ]);
  });
});

test('a body in base64 is taken byte by byte', async () => {
  const headers = { 'content-type': ['application/json'] };
  const event = { headers, params: { id: 'v' } };
  expect(await answerOf(patch, { ...event, body: '{"a":"\xff"}' })).toEqual([400, 'INVALID_JSON', 'body']);
  expect(await answerOf(patch, { ...event, body: '{"a":"\xc3\xa9"}' })).toBe(200);
  expect(understood.at(-1)?.body).toEqual({ a: 'é' });
  const form = '--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n\xff\0\r\n--b--';
  const type = { 'Content-Type': ['multipart/form-data; boundary=b'] };
  expect(await answerOf(upload, { headers: type, body: form })).toBe(201);
  expect(understood.at(-1)?.body).toMatchObject({ file: { bytes: Buffer.from([0xff, 0]), name: 'a' } });
});

test.each(['Content-Type', 'If-Match'])('%s given twice is refused, in one case or in two', async (name) => {
  const event = { params: { id: 'v' }, body: '{}' };
  const [one, two] = name === 'If-Match' ? ['"1"', '"1"'] : ['application/json', 'application/json'];
  const refused = [400, 'INVALID_PARAMETER', name];
  expect(await answerOf(patch, { ...event, headers: { [name]: [one, two] } })).toEqual(refused);
  const cases = { [name]: [one], [name.toLowerCase()]: [two] };
  expect(await answerOf(patch, { ...event, headers: cases })).toEqual(refused);
});

const STAGE = 'arn:aws:execute-api:eu-central-1:123456789012:api/prod';

const authorize = (headers: Values, path = '/api/videos') =>
  authorizer({
    ...eventOf({ headers }),
    type: 'REQUEST',
    methodArn: `${STAGE}/GET${path}`,
  } as unknown as APIGatewayRequestAuthorizerEvent);

test.each(['/$\u007baws:SourceIp}', '/*', '/?', `/${'x'.repeat(2000)}`, '/a/b/c', ''])(
  'what a client writes into the path, %s, is no part of the policy',
  async (path) => {
    const { policyDocument } = await authorize({}, path);
    expect(policyDocument.Statement).toEqual([
      { Action: 'execute-api:Invoke', Effect: 'Deny', Resource: `${STAGE}/*` },
    ]);
  },
);

test('two Authorization headers are as good as none, without a look at any key', async () => {
  const refused: Values[] = [
    {},
    { Authorization: ['Bearer a', 'Bearer b'] },
    { Authorization: ['Bearer a'], authorization: ['Bearer a'] },
  ];
  for (const headers of refused) {
    expect(await authorize(headers)).toEqual({
      principalId: 'unknown',
      policyDocument: {
        Version: '2012-10-17',
        Statement: [{ Action: 'execute-api:Invoke', Effect: 'Deny', Resource: `${STAGE}/*` }],
      },
    });
  }
});

test.each([
  ['https://host/', '/', 'https://host/api/docs'],
  ['https://host/prod/', '/prod/', 'https://host/prod/api/docs'],
  ['https://host/prod', '/prod', 'https://host/prod/api/docs'],
  ['https://host/videos/v1', '/videos/v1', 'https://host/videos/v1/api/docs'],
])('%s leads to the reference below it', async (address, path, reference) => {
  const { statusCode, headers } = await root(eventOf({ path }), {} as Context);
  expect(statusCode).toBe(302);
  expect(new URL(String(headers?.Location), address).href).toBe(reference);
  expect(String(headers?.Location)).not.toMatch(/^\//);
});
