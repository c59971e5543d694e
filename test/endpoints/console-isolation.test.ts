import { beforeAll, describe, expect, test } from 'vitest';
import { rowsFor } from '../../shared/contract/audience.ts';
import { DOCUMENTATION } from '../../shared/contract/openapi/documentation/documentation.ts';
import type { Route } from '../../shared/contract/route.ts';
import { openAll } from '../../shared/kernel/runtime/openers.ts';
import { linkIdentity } from '../../shared/service/identity/link-identity.ts';
import { OPERATOR_STORES } from '../../shared/service/operator-stores.ts';
import { startTestIssuer, type TestIssuer } from '../support/identity/test-issuer.ts';
import { type Api, apiOf } from '../support/service/api.ts';
import { createKey } from '../support/service/create-key.ts';
import { startWorkbench, type Workbench } from '../support/service/workbench.ts';
import { seedVideo, trackedCars } from '../support/videos/seed-video.ts';

let bench: Workbench;
let issuer: TestIssuer;
/** Calls as no one. */
let api: Api;

beforeAll(async () => {
  issuer = await startTestIssuer();
  bench = await startWorkbench();
  api = apiOf({ apiUrl: bench.apiUrl, apiKey: '' });
});

const LIST = '/console/api/videos';

let people = 0;
const newPerson = (): string => `person-${++people}`;

describe('between accounts', () => {
  const ofVideo = rowsFor('console').filter(({ path }) => path.includes('{id}'));
  const target = (path: string, video: string) =>
    path.replace('{id}', video).replace('{objectId}', 'x').replace('{version}', '1');
  /** A valid body where the endpoint requires one: the reference's example. And the version that it changes. */
  const writes = ({ key, body, etag }: Route) => ({
    ...(body?.kind === 'json' && !body.optional ? { json: DOCUMENTATION.get(key)?.body } : {}),
    ...(etag === 'matched' ? { headers: { 'If-Match': '"1"' } } : {}),
  });

  test.each(ofVideo.map((row) => [row.method, row.path, row] as const))(
    '%s %s answers NOT_OWNER to a person of another account',
    async (method, path, row) => {
      const video = await seedVideo(bench.environment, { parts: trackedCars(['obj_000000000001']) });
      const token = await issuer.token(newPerson());
      const answer = await api(method, target(path, video), { key: token, ...writes(row) });
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
    expect(await seen(LIST, token)).toEqual([video]);
    expect(await seen('/api/videos', secret)).toEqual([video]);
    expect(await seen(LIST, await issuer.token(newPerson()))).toEqual([]);
    expect((await api('DELETE', `${LIST}/${video}`, { key: token })).status).toBe(200);
  });
});
