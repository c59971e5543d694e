import { describe, expect, test } from 'vitest';
import { endpointsFor } from '../../shared/contract/audience.ts';
import { DOCUMENTATION } from '../../shared/contract/openapi/documentation/documentation.ts';
import type { Route } from '../../shared/contract/route.ts';
import { openAll } from '../../shared/kernel/runtime/store-factories.ts';
import { linkIdentity } from '../../shared/service/identity/link-identity.ts';
import { OPERATOR_STORES } from '../../shared/service/operator-stores.ts';
import { CONSOLE_VIDEOS, startConsoleApi } from '../support/console/console-api.ts';
import { createKey } from '../support/service/create-key.ts';
import { seedVideo, trackedCars } from '../support/videos/seed-video.ts';

const { bench, issuer, api, newPerson } = await startConsoleApi();

describe('between accounts', () => {
  const ofVideo = endpointsFor('console').filter(({ path }) => path.includes('{id}'));
  const target = (path: string, video: string) =>
    path
      .replace('{id}', video)
      .replace('{objectId}', 'x')
      .replace('{version}', path.endsWith('{version}') ? '1...1' : '1')
      .replace('{frame}', '0');
  /** A valid body where the endpoint requires one: the reference's example. And the version that it changes. */
  const writes = ({ key, body, etag, ifMatch }: Route) => ({
    ...(body?.kind === 'json' && !body.optional ? { json: DOCUMENTATION.get(key)?.body } : {}),
    ...(etag && ifMatch ? { headers: { 'If-Match': '"1"' } } : {}),
  });

  test.each(ofVideo.map((definition) => [definition.method, definition.path, definition] as const))(
    '%s %s answers NOT_OWNER to a person of another account',
    async (method, path, definition) => {
      const video = await seedVideo(bench.environment, { parts: trackedCars(['obj_000000000001']) });
      const token = await issuer.token(newPerson());
      const answer = await api(method, target(path, video) + (/frames.objects$/.test(path) ? '?at=0' : ''), {
        key: token,
        ...writes(definition),
      });
      expect([answer.status, answer.body.error.code]).toEqual([403, 'NOT_OWNER']);
    },
  );

  test('a person sees what the keys of their account see, and no more', async () => {
    const { environment } = bench;
    const { secret } = await createKey(environment, { account: 'shared' });
    const { userId } = (await api<{ userId: string }>('GET', '/api/v1/whoami', { key: secret })).body;
    const video = await seedVideo(environment, { account: 'shared' });
    const person = newPerson();
    const token = await issuer.token(person);
    await linkIdentity(openAll(OPERATOR_STORES, environment), {
      issuer: issuer.issuer,
      subject: person,
      accountId: userId,
    });
    const seen = async (path: string, key: string) =>
      (await api<{ videos: { id: string }[] }>('GET', path, { key })).body.videos.map(({ id }) => id);
    expect(await seen(CONSOLE_VIDEOS, token)).toEqual([video]);
    expect(await seen('/api/videos', secret)).toEqual([video]);
    expect(await seen(CONSOLE_VIDEOS, await issuer.token(newPerson()))).toEqual([]);
    expect((await api('DELETE', `${CONSOLE_VIDEOS}/${video}`, { key: token })).status).toBe(200);
  });
});
