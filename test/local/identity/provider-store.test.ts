import { expect, test } from 'vitest';
import { openIdentityDatabase } from '../../../local/identity/identity-database.ts';
import { providerStores } from '../../../local/identity/provider-store.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

function openStores() {
  const folder = temporaryFolder();
  const clock = new ManualClock(Date.UTC(2026, 0, 1));
  const database = openIdentityDatabase(folder.path);
  return {
    stores: providerStores(database, clock),
    clock,
    database,
    reopened: () => providerStores(openIdentityDatabase(folder.path), clock),
    [Symbol.dispose]() {
      database.close();
      folder[Symbol.dispose]();
    },
  };
}

test('kept entries are found by id and by uid, only as its own kind, also after a restart', async () => {
  using opened = openStores();
  const payload = { jti: 'a', uid: 'u', accountId: 'ada' };
  await opened.stores('Session').upsert('a', payload, 60);
  for (const stores of [opened.stores, opened.reopened()]) {
    expect(await stores('Session').find('a')).toEqual(payload);
    expect(await stores('Session').findByUid('u')).toEqual(payload);
    expect(await stores('Grant').find('a')).toBeUndefined();
  }
});

test('what has expired is not found, and is removed by the next write', async () => {
  using opened = openStores();
  await opened.stores('Session').upsert('a', { jti: 'a', accountId: 'ada' }, 60);
  opened.clock.advance(60_000);
  expect(await opened.stores('Session').find('a')).toBeUndefined();
  await opened.stores('Session').upsert('b', { jti: 'b', accountId: 'ada' }, 60);
  const { count } = opened.database.prepare('SELECT COUNT(*) AS count FROM artifacts').get() ?? {};
  expect(count).toBe(1);
});

test('a consumed token says when it was', async () => {
  using opened = openStores();
  await opened.stores('RefreshToken').upsert('a', { jti: 'a' }, 60);
  await opened.stores('RefreshToken').consume('a');
  expect(await opened.stores('RefreshToken').find('a')).toMatchObject({
    consumed: opened.clock.now() / 1000,
  });
});

test('revoking a grant removes its tokens of that kind and no others', async () => {
  using opened = openStores();
  const tokens = opened.stores('RefreshToken');
  await tokens.upsert('a', { jti: 'a', grantId: 'g' }, 60);
  await tokens.upsert('b', { jti: 'b', grantId: 'h' }, 60);
  await tokens.revokeByGrantId('g');
  expect(await tokens.find('a')).toBeUndefined();
  expect(await tokens.find('b')).toBeDefined();
});

test('what belongs to nobody is not stored: a session without account, a sign-in without password', async () => {
  using opened = openStores();
  await opened.stores('Session').upsert('a', { jti: 'a', uid: 'u', state: {} }, 60);
  await opened.stores('Interaction').upsert('b', { jti: 'b', params: {} }, 60);
  await opened.stores('Interaction').upsert('c', { jti: 'c', result: { login: { accountId: 'ada' } } }, 60);
  expect(await opened.stores('Session').find('a')).toBeUndefined();
  expect(await opened.stores('Interaction').find('b')).toBeUndefined();
  expect(await opened.stores('Interaction').find('c')).toBeDefined();
});
