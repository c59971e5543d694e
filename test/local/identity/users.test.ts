import { statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { openIdentityDatabase } from '../../../local/identity/identity-database.ts';
import { Users } from '../../../local/identity/users.ts';
import { systemRuntime } from '../../../shared/kernel/runtime/runtime.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const PASSWORD = 'correct horse battery staple';

function openUsers() {
  const folder = temporaryFolder();
  const clock = new ManualClock(Date.UTC(2026, 0, 1));
  const database = openIdentityDatabase(folder.path);
  const users = new Users(database, { now: clock.now, randomBytes: systemRuntime.randomBytes });
  return {
    users,
    clock,
    database,
    folder: folder.path,
    [Symbol.dispose]() {
      database.close();
      folder[Symbol.dispose]();
    },
  };
}

describe('a local user', () => {
  test('signs in with name and password, whatever the case and Unicode form of the name', async () => {
    using opened = openUsers();
    const created = await opened.users.create('Zoë', PASSWORD);
    expect(created).toMatchObject({ name: 'zoë', disabledAt: null });
    expect(await opened.users.authenticate(' ZOE\u0308 ', PASSWORD)).toEqual(created);
    expect(await opened.users.authenticate('zoë', `${PASSWORD}.`)).toBeNull();
    expect(await opened.users.authenticate('nobody', PASSWORD)).toBeNull();
  });

  test('a taken name is refused and the first user keeps the password', async () => {
    using opened = openUsers();
    await opened.users.create('ada', PASSWORD);
    expect(await opened.users.create('ADA', 'another password')).toBeNull();
    expect(await opened.users.authenticate('ada', PASSWORD)).not.toBeNull();
  });

  test('a new password replaces the old one and ends the sessions that began before', async () => {
    using opened = openUsers();
    await opened.users.create('ada', PASSWORD);
    opened.clock.advance(1000);
    const changed = await opened.users.setPassword('ada', 'a new password');
    expect(changed?.sessionsFrom).toBe(opened.clock.now());
    expect(await opened.users.authenticate('ada', PASSWORD)).toBeNull();
    expect(await opened.users.authenticate('ada', 'a new password')).not.toBeNull();
  });

  test('a disabled user cannot sign in; the moment of the first time stays', async () => {
    using opened = openUsers();
    await opened.users.create('ada', PASSWORD);
    opened.clock.advance(1000);
    const first = opened.users.disable('ada');
    opened.clock.advance(1000);
    expect(opened.users.disable('ada')?.disabledAt).toBe(first?.disabledAt);
    expect(await opened.users.authenticate('ada', PASSWORD)).toBeNull();
  });

  test('a deleted name can be used again, as another subject', async () => {
    using opened = openUsers();
    const first = await opened.users.create('ada', PASSWORD);
    opened.users.delete('ada');
    expect(opened.users.list()).toEqual([]);
    const second = await opened.users.create('ada', PASSWORD);
    expect(second?.subject).not.toBe(first?.subject);
  });

  test('what names nobody changes nothing and says so', async () => {
    using opened = openUsers();
    expect(await opened.users.setPassword('ada', PASSWORD)).toBeNull();
    expect(opened.users.disable('ada')).toBeNull();
    expect(opened.users.delete('ada')).toBeNull();
    expect(opened.users.find('00000000-0000-0000-0000-000000000000')).toBeNull();
  });
});

test('passwords are stored as salted hashes in a file that only its owner can read', async () => {
  using opened = openUsers();
  await opened.users.create('ada', PASSWORD);
  await opened.users.create('bob', PASSWORD);
  const rows = opened.database.prepare('SELECT password FROM users').all();
  const hashes = rows.map(({ password }) => String(password));
  for (const hash of hashes) expect(hash).toMatch(/^\$scrypt\$ln=15,r=8,p=3\$[\w-]{22}\$[\w-]{43}$/);
  expect(new Set(hashes).size).toBe(2);
  expect(statSync(path.join(opened.folder, 'identity.sqlite')).mode & 0o777).toBe(0o600);
});

test('another process sees and makes changes while the service has the users open', async () => {
  using opened = openUsers();
  const elsewhere = openIdentityDatabase(opened.folder);
  try {
    const users = new Users(elsewhere, systemRuntime);
    await opened.users.create('ada', PASSWORD);
    expect(users.findByName('ada')).not.toBeNull();
    users.disable('ada');
    expect(opened.users.findByName('ada')?.disabledAt).not.toBeNull();
  } finally {
    elsewhere.close();
  }
});
