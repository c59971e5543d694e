import { expect } from 'vitest';
import type { Audience } from '../../../shared/contract/audience.ts';
import type { ErrorBody } from '../../../shared/contract/errors.ts';
import type { ApiAnswer } from '../service/api.ts';

/** Expects the answer when a store fails; with the figures of the rate limit where the authorizer was through. */
export function expectInternalError(
  audience: Audience,
  { status, headers, body }: ApiAnswer<ErrorBody>,
  authorized: boolean,
): void {
  expect({ status, body }).toEqual({
    status: 500,
    body: { error: { code: 'INTERNAL_ERROR', message: 'Something went wrong on our side.' } },
  });
  expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  // Pages of other origins read nothing of the console.
  expect(headers.get('access-control-allow-origin')).toBe(audience === 'console' ? null : '*');
  for (const figure of ['limit', 'remaining', 'reset']) {
    expect(headers.get(`x-ratelimit-${figure}`) !== null).toBe(authorized);
  }
}
