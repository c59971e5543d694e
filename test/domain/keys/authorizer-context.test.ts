import { expect, test } from 'vitest';
import {
  readPrincipal,
  readRate,
  toAuthorizerContext,
} from '../../../shared/domain/keys/authorizer-context.ts';
import type { Principal } from '../../../shared/domain/keys/principal.ts';

const principal: Principal = {
  kind: 'key',
  accountId: 'account',
  keyId: 'key',
  keyName: 'Demo',
  scopes: ['project:read'],
  projectIds: null,
};
const rate = { limit: 10, remaining: 9, resetAt: 60, exceeded: false };

test('what an endpoint reads is what the authorizer passed, however often it reads', () => {
  const context = { ...toAuthorizerContext(principal, rate) };
  for (let times = 0; times < 2; times++) {
    expect(readPrincipal(context)).toEqual(principal);
    expect(readRate(context)).toEqual(rate);
  }
});

test('every context is read for itself, and as it stands', () => {
  const context = { ...toAuthorizerContext(principal, rate) };
  const other = { ...toAuthorizerContext({ ...principal, accountId: 'other' }, rate) };
  expect([context, other].map((each) => readPrincipal(each).accountId)).toEqual(['account', 'other']);
  Object.assign(context, toAuthorizerContext({ ...principal, accountId: 'later' }, rate));
  expect(readPrincipal(context).accountId).toBe('later');
});

test.each([null, undefined, {}, { principal: 1 }])(
  'an endpoint does not run with the context %j',
  (context) => {
    expect(() => readPrincipal(context)).toThrow(expect.objectContaining({ code: 'INTERNAL_ERROR' }));
  },
);
