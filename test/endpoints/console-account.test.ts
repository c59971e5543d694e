import { beforeAll, describe, expect, test } from 'vitest';
import { endpointsFor } from '../../shared/contract/audience.ts';
import { LIMITS, TIER_LIMITS } from '../../shared/contract/limits.ts';
import { DOCUMENTATION } from '../../shared/contract/openapi/documentation/documentation.ts';
import { QUOTA_NAMES, readQuotas } from '../../shared/contract/quotas.ts';
import type { Route } from '../../shared/contract/route.ts';
import type { ConsoleAccount } from '../../shared/contract/schemas/console/account.ts';
import { openAccounts } from '../../shared/stores/accounts.ts';
import { type ConsolePerson, newPerson } from '../support/identity/console-person.ts';
import { startTestIssuer, type TestIssuer } from '../support/identity/test-issuer.ts';
import { apiOf } from '../support/service/api.ts';
import { createKey } from '../support/service/create-key.ts';
import { examplePath } from '../support/service/example-target.ts';
import { startWorkbench, type Workbench } from '../support/service/workbench.ts';
import { interceptCalls } from '../support/store-calls.ts';
import { announce, complete, sendParts } from '../support/videos/direct-upload.ts';
import { seedVideo } from '../support/videos/seed-video.ts';

let bench: Workbench;
let issuer: TestIssuer;

beforeAll(async () => {
  issuer = await startTestIssuer();
  bench = await startWorkbench();
});

const signIn = (): Promise<ConsolePerson> => newPerson(bench, issuer);

const read = async ({ call }: ConsolePerson): Promise<ConsoleAccount> =>
  (await call<ConsoleAccount>('GET', 'account')).body;

const usedOf = ({ quotas }: ConsoleAccount, wanted: string) =>
  quotas.find(({ name }) => name === wanted)?.used;

describe('the account', () => {
  test('of a new person is in the free tier, with all of its quotas and requests left', async () => {
    bench.stopTime();
    const account = await read(await signIn());
    const quotas = readQuotas().free;
    expect(account).toMatchObject({ tier: 'free', identity: { issuer: issuer.issuer } });
    expect(account.rate).toMatchObject({ limit: TIER_LIMITS.free, remaining: TIER_LIMITS.free });
    expect(account.quotas).toEqual(QUOTA_NAMES.map((name) => ({ name, used: 0, max: quotas[name] })));
  });

  test('reports what keys have left of this minute, and reading it takes nothing of that', async () => {
    bench.stopTime();
    const person = await signIn();
    const { account } = person;
    const { secret } = await createKey(bench.environment, { account, tier: 'free' });
    const asked = await bench.api('GET', '/api/v1/whoami', { key: secret });
    for (let i = 0; i < 3; i++) {
      const { rate } = await read(person);
      expect(rate).toEqual({
        limit: Number(asked.headers.get('x-ratelimit-limit')),
        remaining: Number(asked.headers.get('x-ratelimit-remaining')),
        resetAt: Number(asked.headers.get('x-ratelimit-reset')),
      });
    }
    bench.advance(60_000);
    expect((await read(await person.again())).rate.remaining).toBe(TIER_LIMITS.free);
  });

  test('has no fewer than no requests left, when its tier has gone down', async () => {
    bench.stopTime();
    const person = await signIn();
    const accounts = openAccounts(bench.environment);
    const { secret } = await createKey(bench.environment, { account: person.account, tier: 'pro' });
    for (let i = 0; i <= TIER_LIMITS.free; i++) await bench.api('GET', '/api/v1/whoami', { key: secret });
    await accounts.setTier(await accounts.byHandle(person.account), 'free');
    expect((await read(person)).rate).toMatchObject({ limit: TIER_LIMITS.free, remaining: 0 });
  });

  test('reports its use of its quotas, and its tier', async () => {
    const person = await signIn();
    const video = await seedVideo(bench.environment, { account: person.account });
    const json = { name: 'A', scopes: ['project:read'], projectIds: null, expiresInDays: null };
    await person.call('POST', 'keys', { json });
    const before = await read(person);
    expect(QUOTA_NAMES.map((name) => usedOf(before, name))).toEqual([1, expect.any(Number), 0, 0, 0, 1]);
    expect(usedOf(before, 'bytes')).toBeGreaterThan(0);
    await person.call('DELETE', `videos/${video}`);
    const accounts = openAccounts(bench.environment);
    await accounts.setTier(await accounts.byHandle(person.account), 'pro');
    const after = await read(person);
    expect([after.tier, usedOf(after, 'videos')]).toEqual(['pro', 0]);
    expect(after.quotas.find(({ name }) => name === 'videos')?.max).toBe(readQuotas().pro.videos);
  });
});

test('an upload that was completed is no longer one that is not', async () => {
  const { account, again } = await signIn();
  const { secret } = await createKey(bench.environment, { account });
  const api = apiOf({ apiUrl: bench.apiUrl, apiKey: secret });
  const clip = new Uint8Array(1000);
  const { id, upload } = (await announce(api, clip.length)).body;
  expect(usedOf(await read(await again()), 'openUploads')).toBe(1);
  expect((await complete(api, id, { parts: await sendParts(clip, upload.parts) })).status).toBe(200);
  expect(usedOf(await read(await again()), 'openUploads')).toBe(0);
});

describe('every endpoint of the console', () => {
  const definitions = endpointsFor('console').map(
    (definition) => [`${definition.method} ${definition.path}`, definition] as const,
  );
  const target = (route: Route) => {
    const path = route.path.replace('{keyId}', 'unknown');
    return examplePath({ ...route, path }, 'unknown', 'unknown').replace('/console/api/', '');
  };
  const bodyOf = (key: string) => {
    const { body, alternatives } = DOCUMENTATION.get(key) ?? {};
    const json = alternatives?.['application/json'] ?? body;
    return json === undefined ? {} : { json };
  };

  test.each(definitions)('%s refuses what its query does not name', async (_, route) => {
    const { key, method } = route;
    const person = await signIn();
    for (const name of ['no_such', '__proto__', 'accountId']) {
      const answer = await person.call(method, `${target(route)}?${name}=1`, bodyOf(key));
      expect([answer.status, answer.body.error.field]).toEqual([400, name]);
    }
  });

  test.each(definitions.filter(([, { method }]) => method === 'GET'))(
    '%s writes nothing but what counts the request',
    async (_, route) => {
      const { method } = route;
      const person = await signIn();
      const written: string[] = [];
      using _writes = interceptCalls((call, proceed) => {
        if (/^(Put|Update|Delete)/.test(call.command)) written.push(call.command);
        return proceed();
      });
      await person.call(method, target(route));
      expect(written).toEqual(['UpdateItemCommand']);
    },
  );

  test.each(definitions)('%s reports the rate of the person, whatever the tier', async (_, route) => {
    const { method } = route;
    const person = await signIn();
    await openAccounts(bench.environment)
      .byHandle(person.account)
      .then((account) => openAccounts(bench.environment).setTier(account, 'pro'));
    const { headers } = await person.call(method, target(route));
    expect(headers.get('x-ratelimit-limit')).toBe(String(LIMITS.identityRequests));
  });
});
