import { expect, test } from 'vitest';
import { ApiFailure, ConnectionFailure } from '../../../client/failure.ts';
import { ServiceTrouble } from '../../../console/shell/service-trouble.ts';

const failure = (status: number, code: 'INTERNAL_ERROR' | 'RATE_LIMITED') =>
  new ApiFailure({ error: { code, message: 'No' } }, { status, headers: new Headers() });

/** Begins to wait, and stops at once. */
const wait = (trouble: ServiceTrouble, milliseconds: number, error: Error) =>
  trouble.wait(milliseconds, AbortSignal.abort(), error).catch(() => undefined);

test('trouble is reported from the first long wait on, until after the attempt that follows', async () => {
  const trouble = new ServiceTrouble(() => 10_000);
  let reported = 0;
  trouble.subscribe(() => reported++);
  await wait(trouble, 500, failure(500, 'INTERNAL_ERROR'));
  await wait(trouble, 1000, failure(500, 'INTERNAL_ERROR'));
  expect([trouble.until, reported]).toEqual([0, 0]);
  await wait(trouble, 2000, failure(500, 'INTERNAL_ERROR'));
  expect([trouble.until, reported]).toEqual([15_000, 1]);
});

test('a broken connection is trouble, too; a refusal of too many requests is not', async () => {
  const trouble = new ServiceTrouble(() => 0);
  await wait(trouble, 42_000, failure(429, 'RATE_LIMITED'));
  expect(trouble.until).toBe(0);
  await wait(trouble, 4000, new ConnectionFailure('broken off'));
  expect(trouble.until).toBe(7000);
});

test('the first good answer ends it; an error does not', async () => {
  const trouble = new ServiceTrouble(() => 0);
  const answers = [new Response(null, { status: 500 }), new Response()];
  const fetch = trouble.watch(async () => answers.shift() ?? new Response());
  await wait(trouble, 2000, failure(500, 'INTERNAL_ERROR'));
  await fetch('/');
  expect(trouble.until).toBe(5000);
  await fetch('/');
  expect(trouble.until).toBe(0);
});
