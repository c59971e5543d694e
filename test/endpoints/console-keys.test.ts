import { beforeAll, describe, expect, test } from 'vitest';
import { LIMITS, TIER_LIMITS } from '../../shared/contract/limits.ts';
import { readQuotas } from '../../shared/contract/quotas.ts';
import { SETTINGS } from '../../shared/contract/resources.ts';
import type { ConsoleAccount } from '../../shared/contract/schemas/console/account.ts';
import type { ConsoleKey } from '../../shared/contract/schemas/console/key.ts';
import { SCOPES } from '../../shared/contract/scopes.ts';
import { openAccounts } from '../../shared/stores/accounts.ts';
import { beforeNext } from '../support/faults/before-next.ts';
import { type Moment, on } from '../support/faults/moments.ts';
import { type ConsolePerson, newPerson } from '../support/identity/console-person.ts';
import { startTestIssuer, type TestIssuer } from '../support/identity/test-issuer.ts';
import type { ApiRequest } from '../support/service/api.ts';
import { createKey } from '../support/service/create-key.ts';
import { startWorkbench, type Workbench } from '../support/service/workbench.ts';
import { seedVideo } from '../support/videos/seed-video.ts';

const DAY = 24 * 60 * 60_000;
/** Fewer than by default, so that it can be reached. */
const ACTIVE_KEYS = 6;

let bench: Workbench;
let issuer: TestIssuer;

beforeAll(async () => {
  process.env[SETTINGS.quotas] = JSON.stringify({ free: { activeKeys: ACTIVE_KEYS } });
  issuer = await startTestIssuer();
  bench = await startWorkbench();
});

const REQUEST = { name: 'Build server', scopes: ['project:read'], projectIds: null, expiresInDays: 90 };

const signIn = (): Promise<ConsolePerson> => newPerson(bench, issuer);

const create = ({ call }: ConsolePerson, more: object = {}, options: ApiRequest = {}) =>
  call<{ key: ConsoleKey; secret: string }>('POST', 'keys', { json: { ...REQUEST, ...more }, ...options });

const listed = async ({ call }: ConsolePerson): Promise<ConsoleKey[]> =>
  (await call<{ keys: ConsoleKey[] }>('GET', 'keys')).body.keys;

/** Status of a request that the key sends. */
const asKey = async (secret: string, target = '/api/v1/whoami'): Promise<number> =>
  (await bench.api('GET', target, { key: secret })).status;

describe('a key that a person creates', () => {
  test('works, is listed and can be read at once, and is theirs', async () => {
    const person = await signIn();
    const { status, headers, body } = await create(person);
    expect([status, headers.get('cache-control')]).toEqual([201, 'no-store']);
    expect(await asKey(body.secret)).toBe(200);
    const { identity } = (await person.call<{ identity: { id: string } }>('GET', 'account')).body;
    const shown = { ...body.key, lastUsedAt: expect.any(String) };
    const { expiresInDays: _, ...asked } = REQUEST;
    expect(body.key).toMatchObject({ ...asked, state: 'active', createdBy: identity.id });
    expect(await listed(person)).toEqual([shown]);
    const one = await person.call<{ key: ConsoleKey }>('GET', `keys/${body.key.id}`);
    expect(one.body).toEqual({ key: shown, reachableProjectIds: null });
  });

  test.each([
    [30, 30 * DAY],
    [90, 90 * DAY],
    [365, 365 * DAY],
  ])('for %i days works until then', async (expiresInDays, lifetime) => {
    bench.stopTime();
    const person = await signIn();
    const { key, secret } = (await create(person, { expiresInDays })).body;
    expect(Date.parse(String(key.expiresAt)) - Date.parse(key.createdAt)).toBe(lifetime);
    bench.advance(lifetime - 1);
    expect(await asKey(secret)).toBe(200);
    bench.advance(1);
    expect(await asKey(secret)).toBe(401);
  });

  test('may have every scope, and lists each once', async () => {
    const person = await signIn();
    const { key } = (await create(person, { scopes: SCOPES, expiresInDays: null })).body;
    expect([key.scopes, key.expiresAt]).toEqual([[...SCOPES], null]);
    expect((await create(person, { scopes: ['project:read', 'project:read'] })).status).toBe(201);
  });

  test('reaches the videos that it is restricted to, and nothing when they are deleted', async () => {
    const person = await signIn();
    const [one, two, other] = await Promise.all(
      [1, 2, 3].map(() => seedVideo(bench.environment, { account: person.account })),
    );
    const { key, secret } = (await create(person, { projectIds: [one, two] })).body;
    expect(key).toMatchObject({ projectIds: [one, two], reachable: 2 });
    expect(await asKey(secret, `/api/videos/${one}`)).toBe(200);
    expect(await asKey(secret, `/api/videos/${other}`)).toBe(403);
    for (const [id, left] of [
      [one, [two]],
      [two, []],
    ]) {
      await person.call('DELETE', `videos/${id}`);
      const { body } = await person.call<{ key: ConsoleKey }>('GET', `keys/${key.id}`);
      const reachable = left?.length;
      expect(body).toMatchObject({ key: { projectIds: [one, two], reachable }, reachableProjectIds: left });
      expect((await listed(person))[0]).toMatchObject({ reachable });
    }
    const seen = await bench.api<{ total: number }>('GET', '/api/videos', { key: secret });
    expect(seen.body.total).toBe(0);
  });

  test('cannot be restricted to what the account does not have', async () => {
    const [person, other] = [await signIn(), await signIn()];
    const foreign = await seedVideo(bench.environment, { account: other.account });
    const own = await seedVideo(bench.environment, { account: person.account });
    for (const projectIds of [[foreign], [own, crypto.randomUUID()]]) {
      const { status, body } = await person.call('POST', 'keys', { json: { ...REQUEST, projectIds } });
      expect([status, body.error.code]).toEqual([404, 'VIDEO_NOT_FOUND']);
    }
    expect(await listed(person)).toEqual([]);
  });

  test.each<[string, Moment]>([
    ['it is listed', on('PutItem', 'accountKeys')],
    ['it is stored', on('PutItem', 'keys')],
    [
      'it gets the limit of the new tier',
      (call) => on('PutItem', 'keys')(call) && /"rateLimit":\D*1000\D/.test(JSON.stringify(call.input)),
    ],
  ])('has the rate limit of its account where the tier changes before %s', async (_, moment) => {
    const person = await signIn();
    const accounts = openAccounts(bench.environment);
    const account = await accounts.byHandle(person.account);
    const stored = beforeNext(on('PutItem', 'keys'), () => accounts.setTier(account, 'pro'));
    const changed = beforeNext(moment, () => accounts.setTier(account, 'unlimited'));
    const { secret } = (await create(person)).body;
    expect([stored.happened, changed.happened]).toEqual([true, true]);
    const { tier } = (await person.call<ConsoleAccount>('GET', 'account')).body;
    const { headers } = await bench.api('GET', '/api/v1/whoami', { key: secret });
    expect(headers.get('x-ratelimit-limit')).toBe(String(TIER_LIMITS[tier]));
  });

  test('can replace another, which names it; of an unknown or another account’s key it cannot', async () => {
    const [person, other] = [await signIn(), await signIn()];
    const { key: old } = (await create(person)).body;
    const { key: foreign } = (await create(other)).body;
    for (const replaces of [foreign.id, 'unknown']) {
      const { status, body } = await person.call('POST', 'keys', { json: { ...REQUEST, replaces } });
      expect([status, body.error.code]).toEqual([404, 'KEY_NOT_FOUND']);
    }
    const long = await person.call('POST', 'keys', { json: { ...REQUEST, replaces: 'x'.repeat(900_000) } });
    expect([long.status, long.body.error.field]).toEqual([400, 'replaces']);
    const { key } = (await create(person, { replaces: old.id })).body;
    const { key: newest } = (await create(person, { replaces: old.id })).body;
    expect((await listed(person)).map(({ id, replaces, replacedBy }) => [id, replaces, replacedBy])).toEqual([
      [newest.id, old.id, null],
      [key.id, old.id, null],
      [old.id, null, newest.id],
    ]);
    expect((await person.call('GET', `keys/${old.id}`)).body).toMatchObject({
      key: { replacedBy: newest.id },
    });
  });
});

describe('revoking', () => {
  test('acts on the next request, and done again leaves the moment of the first time', async () => {
    bench.stopTime();
    const person = await signIn();
    const { key, secret } = (await create(person)).body;
    expect(await asKey(secret)).toBe(200);
    const revoke = () => person.call<{ key: ConsoleKey }>('POST', `keys/${key.id}/revoke`);
    const first = await revoke();
    expect(await asKey(secret)).toBe(401);
    expect(first.body.key).toMatchObject({ id: key.id, state: 'revoked', revokedAt: expect.any(String) });
    bench.advance(5 * 60_000);
    expect((await revoke()).body).toEqual(first.body);
    expect(await listed(person)).toEqual([first.body.key]);
  });

  test('a key that an operator has made is as possible', async () => {
    const person = await signIn();
    const { keyId, secret } = await createKey(bench.environment, { account: person.account, tier: 'free' });
    expect((await listed(person))[0]).toMatchObject({ id: keyId, createdBy: null });
    expect((await person.call('POST', `keys/${keyId}/revoke`)).status).toBe(200);
    expect(await asKey(secret)).toBe(401);
  });
});

test('a key of another account is as unknown as one that does not exist, and stays as it is', async () => {
  const [owner, stranger] = [await signIn(), await signIn()];
  const { key, secret } = (await create(owner)).body;
  for (const [method, target] of [
    ['GET', `keys/${key.id}`],
    ['POST', `keys/${key.id}/revoke`],
  ] as const) {
    const foreign = await stranger.call(method, target);
    const unknown = await stranger.call(method, target.replace(key.id, 'unknown'));
    expect([foreign.status, foreign.body.error.code]).toEqual([404, 'KEY_NOT_FOUND']);
    expect(foreign.text).toBe(unknown.text.replace('unknown', key.id));
  }
  expect(await listed(stranger)).toEqual([]);
  expect((await listed(owner)).map(({ state }) => state)).toEqual(['active']);
  expect(await asKey(secret)).toBe(200);
});

describe('keys that work at a time', () => {
  test('are a hundred by default, in every tier', () => {
    for (const quotas of Object.values(readQuotas())) expect(quotas.activeKeys).toBe(LIMITS.activeKeys);
    expect(LIMITS.activeKeys).toBe(100);
  });

  test('are no more than the quota, however many are created at once; revoked and expired ones make room', async () => {
    bench.stopTime();
    const person = await signIn();
    const made = await Promise.all(
      Array.from({ length: ACTIVE_KEYS + 3 }, () => create(person, { expiresInDays: 30 })),
    );
    const refused = made.filter(({ status }) => status === 403);
    expect(made.filter(({ status }) => status === 201)).toHaveLength(ACTIVE_KEYS);
    expect(refused.map(({ body }) => body)).toEqual(
      Array(3).fill({
        error: expect.objectContaining({
          code: 'QUOTA_EXCEEDED',
          details: { quota: 'activeKeys', max: ACTIVE_KEYS, current: ACTIVE_KEYS },
        }),
      }),
    );
    const keys = await listed(person);
    expect(keys).toHaveLength(ACTIVE_KEYS);
    await person.call('POST', `keys/${keys[0]?.id}/revoke`);
    expect((await create(person)).status).toBe(201);
    expect((await create(person)).status).toBe(403);
    bench.advance(30 * DAY);
    const later = await person.again();
    expect((await create(later)).status).toBe(201);
    expect((await listed(later)).filter(({ state }) => state === 'active')).toHaveLength(2);
  });
});

describe('what a request for a key must be', () => {
  const ids = (count: number) => Array.from({ length: count }, () => crypto.randomUUID());

  test.each<[string, object, string, object]>([
    ['a name', { name: '' }, 'name', { min: 1, max: 255, provided: 0 }],
    ['a short name', { name: 'x'.repeat(256) }, 'name', { min: 1, max: 255, provided: 256 }],
    ['some scopes', { scopes: [] }, 'scopes', { min: 1, max: SCOPES.length, provided: 0 }],
    [
      'some videos, where it is restricted',
      { projectIds: [] },
      'projectIds',
      { min: 1, max: 100, provided: 0 },
    ],
    ['100 videos at most', { projectIds: ids(101) }, 'projectIds', { min: 1, max: 100, provided: 101 }],
  ])('%s: the range is reported', async (_, wrong, field, details) => {
    const { status, body } = await (await signIn()).call('POST', 'keys', { json: { ...REQUEST, ...wrong } });
    expect([status, body.error]).toEqual([400, expect.objectContaining({ field, details })]);
  });

  test.each<[string, object, string]>([
    ['a known scope', { scopes: ['project:read', 'admin'] }, 'scopes.1'],
    ['ids of videos', { projectIds: ['../x'] }, 'projectIds.0'],
    ['a lifetime that is offered', { expiresInDays: 31 }, 'expiresInDays'],
    ['a number of days', { expiresInDays: '30' }, 'expiresInDays'],
    ['a name that can be seen', { name: '\u200b' }, 'name'],
    ['a name without controls', { name: 'a\u202eb' }, 'name'],
    ['of known members', { accountId: 'other' }, 'accountId'],
    ['without who makes it', { createdBy: 'other' }, 'createdBy'],
    ['without a secret', { secret: 'vms_sk_x' }, 'secret'],
  ])('%s', async (_, wrong, field) => {
    const person = await signIn();
    const { status, body } = await person.call('POST', 'keys', { json: { ...REQUEST, ...wrong } });
    expect([status, body.error.code, body.error.field]).toEqual([400, 'INVALID_PARAMETER', field]);
    expect(await listed(person)).toEqual([]);
  });

  test.each(Object.keys(REQUEST))('with its %s', async (field) => {
    const json = { ...REQUEST, [field]: undefined };
    const { status, body } = await (await signIn()).call('POST', 'keys', { json });
    expect([status, body.error.code, body.error.field]).toEqual([400, 'MISSING_PARAMETER', field]);
  });

  test.each([
    ['no JSON', '{', 'INVALID_JSON'],
    ['nothing', '', 'MISSING_PARAMETER'],
    ['a list', '[]', 'INVALID_PARAMETER'],
  ])('not %s', async (_, raw, code) => {
    const headers = { 'Content-Type': 'application/json' };
    const { status, body } = await (await signIn()).call('POST', 'keys', { raw, headers });
    expect([status, body.error.code]).toEqual([400, code]);
  });
});
