import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { LIMITS } from '../../shared/contract/limits.ts';
import { tableName } from '../../shared/stores/dynamodb/client.ts';
import { update } from '../../shared/stores/dynamodb/expression.ts';
import { updateItem } from '../../shared/stores/dynamodb/write.ts';
import { openIdentityAdministration, openIdentityLookup } from '../../shared/stores/identities.ts';
import { CONSOLE_VIDEOS, startConsoleApi } from '../support/console/console-api.ts';
import { beforeNext } from '../support/faults/before-next.ts';
import { fail, type Moment, on } from '../support/faults/moments.ts';
import type { StoreCall } from '../support/store-calls.ts';
import { tableItems } from '../support/videos/table-items.ts';

const { bench, issuer, api, newPerson } = await startConsoleApi();

const list = (key: string | null) => api('GET', CONSOLE_VIDEOS, { key });

describe('a person who signs in for the first time', () => {
  const itemsOf = async (subject: string) => {
    const found = [];
    for await (const item of tableItems(bench.environment, 'identities'))
      if (item.subject === subject) found.push(item);
    return found;
  };
  const accounts = async () => {
    const found: Record<string, unknown>[] = [];
    for await (const item of tableItems(bench.environment, 'accounts')) found.push(item);
    return found;
  };

  test('ten times at once becomes one identity and one account', async () => {
    const before = await accounts();
    const person = newPerson();
    const token = await issuer.token(person);
    const answers = await Promise.all(Array.from({ length: 10 }, () => list(token)));
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    const [identity, ...more] = await itemsOf(person);
    expect(more).toEqual([]);
    const made = (await accounts()).filter((item) => !before.some((old) => old.accountId === item.accountId));
    // The account, and the item that reserves its handle.
    expect(made).toHaveLength(2);
    expect(made.find((item) => item.accountId === identity?.accountId)).toMatchObject({ tier: 'free' });
  });

  test('has a handle that nothing in the token decides', async () => {
    const names = {
      email: 'demo',
      name: 'demo',
      preferred_username: 'demo',
      nickname: 'demo',
      username: 'demo',
    };
    const token = await issuer.token('demo', { claims: names });
    expect((await list(token)).status).toBe(200);
    const [identity] = await itemsOf('demo');
    const account = (await accounts()).find((item) => item.accountId === identity?.accountId);
    expect(account?.handle).toMatch(/^user-[0-9a-f]{16}$/);
  });

  test('of the same name at another issuer is another person', async () => {
    const person = newPerson();
    const foreign = { issuer: 'https://other.example', subject: person };
    const { accountId: theirs } = await openIdentityAdministration(bench.environment).link(
      foreign,
      randomUUID(),
    );
    await list(await issuer.token(person));
    const ids = (await itemsOf(person)).map(({ accountId }) => accountId);
    expect(new Set(ids).size).toBe(2);
    expect(ids).toContain(theirs);
  });

  test.each(['identity', 'handle', 'account', 'note that the account is there'] as const)(
    'and whose request dies at the %s has one account after the next request',
    async (what) => {
      const person = newPerson();
      const token = await issuer.token(person);
      const itemOf = ({ input }: StoreCall) => (input as { Item?: object }).Item ?? {};
      const moments: Readonly<Record<typeof what, Moment>> = {
        identity: on('PutItem', 'identities'),
        handle: (call) => on('PutItem', 'accounts')(call) && 'owner' in itemOf(call),
        account: (call) => on('PutItem', 'accounts')(call) && 'tier' in itemOf(call),
        'note that the account is there': on('UpdateItem', 'identities'),
      };
      const death = beforeNext(moments[what], fail);
      expect((await list(token)).status).toBe(500);
      expect(death.happened).toBe(true);
      expect((await list(token)).status).toBe(200);
      const [identity, ...more] = await itemsOf(person);
      expect(more).toEqual([]);
      expect((await accounts()).filter(({ accountId }) => accountId === identity?.accountId)).toHaveLength(1);
      expect(identity?.hasAccount).toBe(true);
    },
  );
});

describe('an identity', () => {
  const administration = () => openIdentityAdministration(bench.environment);
  const nameOf = (subject: string) => ({ issuer: issuer.issuer, subject });

  test('that is disabled is refused with the next request, and when it is enabled let in again with a new session', async () => {
    const person = newPerson();
    const token = await issuer.token(person);
    expect((await list(token)).status).toBe(200);
    await administration().disable(nameOf(person));
    expect((await list(token)).status).toBe(401);
    const fresh = await issuer.token(person, { at: Date.now() + 2000 });
    bench.advance(3000);
    expect((await list(fresh)).status).toBe(401);
    await administration().enable(nameOf(person));
    expect((await list(token)).status).toBe(401);
    expect((await list(fresh)).status).toBe(200);
  });

  test('that was disabled before its first request is refused from the first on', async () => {
    const person = newPerson();
    const token = await issuer.token(person);
    await administration().disable(nameOf(person));
    expect((await list(token)).status).toBe(401);
  });

  test('that has signed out everywhere is refused until it signs in again; others are not', async () => {
    const [person, other] = [newPerson(), newPerson()];
    const begun = Date.now() - 60_000;
    const tokens = await Promise.all([begun, begun + 1000].map((at) => issuer.token(person, { at })));
    const othersToken = await issuer.token(other, { at: begun });
    const [first = ''] = tokens;
    expect((await list(othersToken)).status).toBe(200);
    const answer = await api('POST', '/console/api/sign-out-everywhere', { key: first });
    expect([answer.status, answer.body]).toEqual([200, { success: true }]);
    for (const token of tokens) expect((await list(token)).status).toBe(401);
    expect((await list(othersToken)).status).toBe(200);
    // Refreshed in the old session, hence younger than the sign-out.
    const at = Date.now() + 2000;
    const refreshed = await issuer.token(person, { at, claims: { auth_time: Math.floor(begun / 1000) } });
    const fresh = await issuer.token(person, { at });
    const withoutAuthTime = await issuer.token(person, { at, claims: { auth_time: undefined } });
    bench.advance(3000);
    expect((await list(refreshed)).status).toBe(401);
    expect((await list(fresh)).status).toBe(200);
    expect((await list(withoutAuthTime)).status).toBe(200);
  });

  test('may ask as often as people in the console, whatever the tier of the account', async () => {
    bench.stopTime();
    const at = bench.environment.runtime.now();
    const person = newPerson();
    const token = await issuer.token(person, { at });
    const { headers } = await list(token);
    expect(headers.get('x-ratelimit-limit')).toBe(String(LIMITS.identityRequests));
    expect(headers.get('x-ratelimit-remaining')).toBe(String(LIMITS.identityRequests - 1));
    const { identityId = '' } = (await openIdentityLookup(bench.environment).find(nameOf(person))) ?? {};
    for await (const { counter } of tableItems(bench.environment, 'limits')) {
      if (!String(counter).includes(identityId)) continue;
      const used = update`SET requests = ${LIMITS.identityRequests}`;
      await updateItem(tableName(bench.environment, 'limits'), { counter }, used);
    }
    const refused = await list(token);
    expect([refused.status, refused.body.error.code]).toEqual([429, 'RATE_LIMITED']);
    expect((await list(await issuer.token(newPerson(), { at }))).status).toBe(200);
  });
});
