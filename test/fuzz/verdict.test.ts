import { describe, expect, test } from 'vitest';
import { endpointsFor } from '../../shared/contract/audience.ts';
import { openApiDocument } from '../../shared/contract/openapi/openapi-document.ts';
import type { RawAnswer } from './requests/exchange.ts';
import type { GeneratedRequest } from './requests/request.ts';
import { verdictBy } from './requests/verdict.ts';

const SECRET = 'vms_sk_secret';
const ENDPOINTS = endpointsFor('integrators');
const check = verdictBy({ document: openApiDocument(ENDPOINTS), routes: ENDPOINTS, secrets: [SECRET] });
const CONSOLE_ENDPOINTS = endpointsFor('console');
const checkConsole = verdictBy({
  document: openApiDocument(CONSOLE_ENDPOINTS),
  routes: CONSOLE_ENDPOINTS,
  secrets: [SECRET],
});

const headers = {
  'content-type': 'application/json',
  'x-request-id': '0198a1f2-7c3e-4b54-9d1a-3f6e2c8b5a70',
  'access-control-allow-origin': '*',
};
const rate = { 'x-ratelimit-limit': '100', 'x-ratelimit-remaining': '99', 'x-ratelimit-reset': '60' };
const identity = { userId: 'u', keyId: 'k', name: 'n', scopes: [], projectIds: null };
const refusal = (code: string, message = 'No.') => JSON.stringify({ error: { code, message } });

const problemsOf = (answer: Partial<RawAnswer>, request: Partial<GeneratedRequest> = {}) =>
  check(
    { method: 'GET', target: '/api/v1/whoami', headers: [], body: null, ...request },
    { status: 200, headers: { ...headers, ...rate }, body: JSON.stringify(identity), ...answer },
  ).problems;

test('an answer as the reference describes it has no problems', () => {
  expect(problemsOf({})).toEqual([]);
  expect(problemsOf({ status: 400, body: refusal('INVALID_PARAMETER') })).toEqual([]);
  expect(problemsOf({ status: 404, headers, body: refusal('ROUTE_NOT_FOUND') }, { target: '/x' })).toEqual(
    [],
  );
});

test.each<[string, Partial<GeneratedRequest>]>([
  ['an unknown parameter', { target: '/api/v1/whoami?x=1' }],
  ['a path that is not UTF-8', { target: '/api/videos/%ff' }],
  ['an unknown parameter in a whole address', { target: 'http://localhost/api/v1/whoami?x=1' }],
  [
    'two keys',
    {
      headers: [
        ['Authorization', 'Bearer a'],
        ['authorization', 'Bearer b'],
      ],
    },
  ],
])('success is found wrong where a request has %s', (_, request) => {
  expect(problemsOf({}, request)).toContainEqual(expect.stringContaining('accepted with'));
  const refused = { status: 401, headers: { ...headers, 'www-authenticate': 'Bearer' } };
  expect(problemsOf({ ...refused, body: refusal('UNAUTHENTICATED') }, request)).toEqual([]);
});

describe('a difference from the reference is found:', () => {
  test.each<[string, Partial<RawAnswer>]>([
    ['a status', { status: 409, body: refusal('VERSION_CONFLICT') }],
    ['a server error', { status: 500, body: refusal('INTERNAL_ERROR') }],
    ['a missing header', { headers }],
    ['a header too many', { headers: { ...headers, ...rate, etag: '"1"' } }],
    ['a header that is no integer', { headers: { ...headers, ...rate, 'x-ratelimit-reset': 'soon' } }],
    ['a missing request id', { headers: { ...headers, ...rate, 'x-request-id': undefined } }],
    ['a content type', { headers: { ...headers, ...rate, 'content-type': 'text/html' } }],
    ['a member of another type', { body: JSON.stringify({ ...identity, name: 1 }) }],
    ['a member that is not described', { body: JSON.stringify({ ...identity, extra: 1 }) }],
    ['a body that is no JSON', { body: '{' }],
    ['an error code', { status: 400, body: refusal('MISSING_PARAMETER') }],
    ['a stack', { status: 400, body: refusal('INVALID_PARAMETER', 'Error\n    at read (/srv/read.ts:1:2)') }],
    ['a secret', { body: JSON.stringify({ ...identity, name: SECRET }) }],
  ])('%s', (_, answer) => {
    expect(problemsOf(answer)).not.toEqual([]);
  });

  test('a body in the answer to HEAD', () => {
    expect(problemsOf({}, { method: 'HEAD' })).not.toEqual([]);
    expect(problemsOf({ body: '' }, { method: 'HEAD' })).toEqual([]);
  });

  test('success where there is no route', () => {
    expect(problemsOf({}, { target: '/api/nothing' })).not.toEqual([]);
    expect(problemsOf({}, { method: 'HEAD', target: '/api/nothing' })).not.toEqual([]);
  });
});

describe('on the console’s origin', () => {
  const { 'access-control-allow-origin': _, ...own } = headers;
  const answered = (answer: Partial<RawAnswer>, request: Partial<GeneratedRequest> = {}) =>
    checkConsole(
      { method: 'GET', target: '/console/api/keys', headers: [], body: null, ...request },
      { status: 200, headers: { ...own, ...rate }, body: '{"keys":[]}', ...answer },
    ).problems;
  const refused = { status: 401, headers: { ...own, 'www-authenticate': 'Bearer' } };

  test('an answer as the contract describes it has no problems', () => {
    expect(answered({})).toEqual([]);
    expect(answered({ ...refused, body: refusal('UNAUTHENTICATED') })).toEqual([]);
    expect(answered({ ...refused, body: refusal('UNAUTHENTICATED') }, { method: 'OPTIONS' })).toEqual([]);
  });

  test.each<[string, Partial<RawAnswer>, Partial<GeneratedRequest>]>([
    ['a header that lets another origin in', { headers }, {}],
    [
      'a preflight that is answered',
      { status: 204, body: '' },
      { method: 'OPTIONS', target: '/console/%61pi/keys' },
    ],
    ['success where there is no row', {}, { target: '/console/api/v1/projects' }],
    ['a secret', { body: JSON.stringify({ keys: [SECRET] }) }, {}],
    [
      'a secret that caches may keep',
      { status: 201, body: JSON.stringify({ key: {}, secret: 'x' }) },
      { method: 'POST' },
    ],
  ])('%s is found', (_name, answer, request) => {
    expect(answered(answer, request)).not.toEqual([]);
  });
});
