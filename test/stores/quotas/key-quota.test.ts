import { expect, test } from 'vitest';
import { SETTINGS } from '../../../shared/contract/resources.ts';
import { uuidv7 } from '../../../shared/domain/ids.ts';
import { type ApiKey, generateKey, type KeyExpiryDays } from '../../../shared/domain/keys/api-key.ts';
import { openKeys } from '../../../shared/stores/keys/keys.ts';
import { openActiveKeys, openKeyQuota, openKeySlots } from '../../../shared/stores/quotas/key-quota.ts';
import { startWorkbench } from '../../support/service/workbench.ts';

const DAY = 24 * 60 * 60_000;

const { environment: inService, advance } = await startWorkbench();
const environment = {
  ...inService,
  variables: { ...process.env, [SETTINGS.quotas]: JSON.stringify({ free: { activeKeys: 2 } }) },
};
const keys = openKeys(environment);
const quota = openKeyQuota(environment);
const active = openActiveKeys(environment);

const full = { quota: 'activeKeys', max: 2, current: 2 };
const newAccount = () => uuidv7(environment.runtime);

const newKey = (accountId: string, expiresInDays: KeyExpiryDays = null): ApiKey =>
  generateKey(
    {
      accountId,
      name: 'key',
      scopes: [],
      projectIds: null,
      expiresInDays,
      rateLimit: 1,
      createdBy: null,
      replaces: null,
    },
    'vms',
    environment.runtime,
  ).key;

async function addKeys(accountId: string, count: number, expiresInDays: KeyExpiryDays = null) {
  const made = Array.from({ length: count }, () => newKey(accountId, expiresInDays));
  for (const key of made) {
    expect(await quota.admit(key)).toBeNull();
    await keys.put(key);
  }
  return made;
}

test('an account has at most as many keys that work as the quota says, however many are made at once', async () => {
  const accountId = newAccount();
  const admitted = await Promise.all(
    Array.from({ length: 10 }, async () => {
      const key = newKey(accountId);
      const excess = await quota.admit(key);
      if (excess === null) await keys.put(key);
      return excess;
    }),
  );
  expect(admitted.filter((excess) => excess === null)).toHaveLength(2);
  expect(admitted.filter((excess) => excess !== null)).toEqual(Array(8).fill(full));
});

test('a key that is revoked makes room, also where its slot was not released', async () => {
  const accountId = newAccount();
  const [first, second] = await addKeys(accountId, 2);
  expect(await quota.admit(newKey(accountId))).toEqual(full);
  await keys.revoke(first as ApiKey);
  await addKeys(accountId, 1);
  await keys.revoke(second as ApiKey);
  await openKeySlots(environment).release(second as ApiKey);
  await addKeys(accountId, 1);
  expect(await quota.admit(newKey(accountId))).toEqual(full);
});

test('a key that has expired makes room, and counts no more', async () => {
  const accountId = newAccount();
  await addKeys(accountId, 2, 30);
  expect([(await active.of(accountId)).size, await active.count(accountId)]).toEqual([2, 2]);
  advance(30 * DAY);
  expect([(await active.of(accountId)).size, await active.count(accountId)]).toEqual([0, 0]);
  await addKeys(accountId, 2);
});

test('a slot whose key was never stored is free again after a minute', async () => {
  const accountId = newAccount();
  await addKeys(accountId, 1);
  expect(await quota.admit(newKey(accountId))).toBeNull();
  expect(await quota.admit(newKey(accountId))).toEqual(full);
  advance(61_000);
  expect(await quota.admit(newKey(accountId))).toBeNull();
});

test('a key counts while it is being made, and no more where it was not stored within a minute', async () => {
  const accountId = newAccount();
  await addKeys(accountId, 1);
  await quota.admit(newKey(accountId));
  expect(await active.count(accountId)).toBe(2);
  advance(61_000);
  expect(await active.count(accountId)).toBe(1);
});

test('a key that was revoked does not count, where its slot was not released neither', async () => {
  const accountId = newAccount();
  const [first] = await addKeys(accountId, 2);
  await keys.revoke(first as ApiKey);
  expect(await active.count(accountId)).toBe(1);
});

test('keys from before they were counted count from the first new one on, and are shown as active before', async () => {
  const accountId = newAccount();
  const [earlier, ended] = [newKey(accountId), newKey(accountId)];
  for (const key of [earlier, ended]) await keys.put(key);
  await keys.revoke(ended);
  expect(await active.of(accountId)).toEqual(new Set([earlier.keyId]));
  await addKeys(accountId, 1);
  expect(await quota.admit(newKey(accountId))).toEqual(full);
});
