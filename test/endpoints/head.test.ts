import { expect, test } from 'vitest';
import { endpointsFor } from '../../shared/contract/audience.ts';
import { createKey } from '../support/service/create-key.ts';
import { undecoded } from '../support/service/undecoded.ts';
import { startWorkbench } from '../support/service/workbench.ts';
import { seedVideo, trackedCars } from '../support/videos/seed-video.ts';

const bench = await startWorkbench();
const id = await seedVideo(bench.environment, { parts: trackedCars(['obj_000000000001']) });

const { secret } = await createKey(bench.environment, { account: 'demo' });
const ask = (method: string, target: string, headers: Record<string, string> = {}) =>
  undecoded(bench.apiUrl + target, {
    method,
    headers: { Authorization: `Bearer ${secret}`, ...headers },
  });

/** What differs from request to request, and the framing of a body whose length is not known. */
const VARYING = ['date', 'x-request-id', 'x-ratelimit-remaining', 'transfer-encoding'];

const lasting = (headers: object) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !VARYING.includes(name)));

const READ = endpointsFor('integrators').filter(({ method }) => method === 'GET');

test.each(
  READ.map(({ path }) => path).flatMap(
    (path) =>
      [
        [path, 'identity'],
        [path, 'br'],
      ] as const,
  ),
)('HEAD %s, accepting %s, is answered as GET, without the body', async (path, coding) => {
  const target = path.replace(/\{\w+\}/g, id);
  const headers = { 'Accept-Encoding': coding };
  const [get, head] = [await ask('GET', target, headers), await ask('HEAD', target, headers)];
  expect([head.status, head.bytes.length]).toEqual([get.status, 0]);
  expect(lasting(head.headers)).toEqual(lasting(get.headers));
});

test('HEAD takes the same conditions, scopes and place in the rate limit as GET', async () => {
  const target = `/api/videos/${id}/metadata`;
  const { headers } = await ask('HEAD', target);
  const again = await ask('HEAD', target, { 'If-None-Match': headers.etag ?? '' });
  expect(again.status).toBe(304);
  expect(Number(again.headers['x-ratelimit-remaining'])).toBe(Number(headers['x-ratelimit-remaining']) - 1);
  const { secret } = await createKey(bench.environment, { account: 'demo', scopes: ['export:read'] });
  expect((await ask('HEAD', target, { Authorization: `Bearer ${secret}` })).status).toBe(403);
  expect((await ask('HEAD', target, { Authorization: 'Bearer x' })).status).toBe(401);
});

test('HEAD is for what can be read alone: elsewhere there is no such route', async () => {
  const { status, bytes } = await ask('HEAD', `/api/videos/${id}/process`);
  expect([status, bytes.length]).toEqual([404, 0]);
});
