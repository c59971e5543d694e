import { expect, test } from 'vitest';
import { matchMethod } from '../../../rehearsal/gateway/match-method.ts';
import type { ApiMethod } from '../../../rehearsal/gateway/rest-api.ts';

const methods = [
  'GET /',
  'ANY /{proxy+}',
  'GET /videos',
  'ANY /videos',
  'POST /videos/upload',
  'GET /videos/{id}',
  'ANY /videos/{id}',
].map((line): ApiMethod => {
  const [method = '', path = ''] = line.split(' ');
  return { method, path, authorizer: null, integration: { kind: 'mock', status: 200, headers: {} } };
});

test.each([
  ['GET', '/', 'GET /', {}],
  ['GET', '/videos', 'GET /videos', {}],
  ['PUT', '/videos', 'ANY /videos', {}],
  ['GET', '/videos/a%20b', 'GET /videos/{id}', { id: 'a%20b' }],
  ['DELETE', '/videos/a', 'ANY /videos/{id}', { id: 'a' }],
  ['GET', '/videos/a/deep', 'ANY /{proxy+}', { proxy: 'videos/a/deep' }],
])('%s %s is %s', (method, path, expected, params) => {
  const found = matchMethod(methods, method, path);
  expect([`${found?.method.method} ${found?.method.path}`, found?.params]).toEqual([expected, params]);
});

test('the path alone chooses the resource: one without the method is not passed over for another', () => {
  expect(matchMethod(methods, 'GET', '/videos/upload')).toBeNull();
  expect(matchMethod(methods, 'PUT', '/')).toBeNull();
});
