import { expect, test } from 'vitest';
import { RateLimit } from '../../../console/shell/rate-limit.ts';

const answering =
  (...responses: Response[]): typeof fetch =>
  async () =>
    responses.shift() ?? new Response();
const refusal = (headers: Record<string, string> = {}) => new Response(null, { status: 429, headers });

test('a refusal is known until it is over, and an answer ends it', async () => {
  const limit = new RateLimit(() => 1000);
  let reported = 0;
  limit.subscribe(() => reported++);
  const fetch = limit.watch(answering(refusal({ 'Retry-After': '12' }), new Response(), new Response()));
  expect((await fetch('/')).status).toBe(429);
  expect([limit.until, reported]).toEqual([13_000, 1]);
  await fetch('/');
  await fetch('/');
  expect([limit.until, reported]).toEqual([0, 2]);
});

test('a refusal that does not say for how long lasts a minute', async () => {
  const limit = new RateLimit(() => 0);
  await limit.watch(answering(refusal()))('/');
  expect(limit.until).toBe(60_000);
});

test('an answer to what was sent before the refusal does not end it', async () => {
  const limit = new RateLimit(() => 0);
  const early = Promise.withResolvers<Response>();
  const answers = [early.promise, Promise.resolve(refusal({ 'Retry-After': '5' }))];
  const fetch = limit.watch(async () => (await answers.shift()) ?? new Response());
  const first = fetch('/');
  await fetch('/');
  early.resolve(new Response());
  await first;
  expect(limit.until).toBe(5000);
});
