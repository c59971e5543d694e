import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { consoleClient } from '../../support/console/sign-in.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { vms } from '../vms.ts';
import { type ServeProcess, serve } from '../vms-process.ts';

// Every step starts processes.
vi.setConfig({ testTimeout: 120_000 });

const folder = temporaryFolder();
let service: ServeProcess;

beforeAll(async () => {
  service = await serve(folder.path, []);
}, 120_000);

afterAll(async () => {
  await service[Symbol.asyncDispose]();
  folder[Symbol.dispose]();
});

const PASSWORD = 'correct horse battery';

const users = (args: readonly string[], stdin = '') =>
  vms(['users', ...args, '--data', folder.path], { stdin });

async function succeed(args: readonly string[], stdin = ''): Promise<string> {
  const { code, stdout, stderr } = await users(args, stdin);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return stdout;
}

const account = (...args: readonly string[]) => vms(['account', ...args, '--data', folder.path]);

const listed = async (): Promise<{ name: string; state: string; account: string | null }[]> =>
  JSON.parse(await succeed(['list', '--json'])).users;

const userOf = async (name: string) => (await listed()).find((user) => user.name === name);

/** Signs in as the console does. @returns the access token */
const signIn = async (name: string, password = PASSWORD): Promise<string> =>
  (await (await consoleClient(service.ready.apiUrl)).signIn(name, password)).access;

const status = async (token: string): Promise<number> => {
  const headers = { Authorization: `Bearer ${token}` };
  return (await fetch(`${service.ready.apiUrl}/console/api/videos`, { headers })).status;
};

test('a user with a password from standard input signs in, and has an account of their own from the first use on', async () => {
  expect(await succeed(['create', 'Ann'], `${PASSWORD}\n`)).toBe(
    'Created ann, who can now sign in to the console\n',
  );
  expect(await userOf('ann')).toMatchObject({ state: 'enabled', account: null });
  expect(await status(await signIn('ann'))).toBe(200);
  expect(await userOf('ann')).toMatchObject({ account: expect.stringMatching(/^user-[0-9a-f]{16}$/) });
  expect(await userOf('demo')).toMatchObject({ account: 'demo' });
  const again = await users(['create', 'ANN'], PASSWORD);
  expect([again.code, again.stderr]).toEqual([1, 'User ANN already exists.\n']);
});

test('an account is named by its own name, else by that of the user who works in it', {
  tags: 'long',
}, async () => {
  await succeed(['create', 'iris'], PASSWORD);
  const early = await account('show', 'iris');
  expect([early.code, early.stderr]).toEqual([1, expect.stringContaining('User iris has no account yet')]);
  await status(await signIn('iris'));
  const { account: handle } = (await userOf('iris')) ?? {};
  expect((await account('show', 'Iris')).stdout).toMatch(new RegExp(`^Account +${handle}\n`));
  expect((await account('set-tier', 'iris', 'pro')).stdout).toBe(`Account ${handle} is pro.\n`);
  expect((await vms(['keys', 'list', '--account', 'iris', '--data', folder.path])).code).toBe(0);

  const neither = await account('show', 'nobody');
  expect([neither.code, neither.stderr]).toEqual([
    1,
    expect.stringContaining('There is no account nobody, and no user of that name'),
  ]);
  await vms(['keys', 'create', '--account', 'iris', '--scopes', 'project:read', '--data', folder.path]);
  expect((await account('show', 'iris')).stdout).toMatch(/^Account +iris\n/);
});

test('a password is neither an argument nor short', async () => {
  const argument = await users(['create', 'ben', PASSWORD]);
  expect([argument.code, argument.stderr]).toEqual([2, expect.stringContaining('is not expected here')]);
  for (const command of ['create', 'set-password']) {
    const short = await users([command, 'ben'], 'eleven char');
    expect([short.code, short.stderr]).toEqual([1, 'A password has 12 to 256 characters.\n']);
  }
  expect(await userOf('ben')).toBeUndefined();
});

test('a linked user works in that account with the next request; accounts are not made by linking', {
  tags: 'long',
}, async () => {
  await succeed(['create', 'cleo'], PASSWORD);
  const token = await signIn('cleo');
  await status(token);
  await succeed(['link', 'cleo', '--account', 'demo']);
  expect(await userOf('cleo')).toMatchObject({ account: 'demo' });
  expect(await status(token)).toBe(200);
  const none = await users(['link', 'cleo', '--account', 'none']);
  expect([none.code, none.stderr]).toEqual([1, expect.stringContaining('There is no account none')]);
  expect(await userOf('cleo')).toMatchObject({ account: 'demo' });
});

test('a disabled user is refused with the next request, keeps account and keys, and comes back when enabled', async () => {
  await succeed(['create', 'dora'], PASSWORD);
  const token = await signIn('dora');
  expect(await status(token)).toBe(200);
  const { account } = (await userOf('dora')) ?? {};
  const text = await succeed(['disable', 'dora']);
  expect(text).toContain('dora is disabled.');
  expect(text).toContain(`vms keys revoke-all --account ${account}`);
  expect(await status(token)).toBe(401);
  await expect(signIn('dora')).rejects.toThrow('401');
  expect(await userOf('dora')).toMatchObject({ state: 'disabled', account });

  await succeed(['enable', 'dora']);
  expect(await status(token)).toBe(401);
  expect(await status(await signIn('dora'))).toBe(200);
  expect(await userOf('dora')).toMatchObject({ state: 'enabled', account });
});

test('a token that a disabled user has not used yet is refused, too', { tags: 'long' }, async () => {
  await succeed(['create', 'enid'], PASSWORD);
  const token = await signIn('enid');
  expect(await succeed(['disable', 'enid'])).toContain('They have no account.');
  expect(await status(token)).toBe(401);
  expect(await userOf('enid')).toMatchObject({ state: 'disabled', account: null });
});

test('a new password ends every session and replaces the old one', async () => {
  await succeed(['create', 'fay'], PASSWORD);
  const token = await signIn('fay');
  expect(await status(token)).toBe(200);
  await succeed(['set-password', 'fay'], 'another long password');
  expect(await status(token)).toBe(401);
  await expect(signIn('fay')).rejects.toThrow('401');
  expect(await status(await signIn('fay', 'another long password'))).toBe(200);
});

test('a deleted user is refused with the next request; the name can be given to another, who is new', {
  tags: 'long',
}, async () => {
  await succeed(['create', 'gus'], PASSWORD);
  const token = await signIn('gus');
  expect(await status(token)).toBe(200);
  const { account } = (await userOf('gus')) ?? {};
  const unasked = await users(['delete', 'gus']);
  expect([unasked.code, unasked.stderr]).toEqual([2, expect.stringContaining('add --yes')]);
  expect(await succeed(['delete', 'gus', '--yes'])).toContain(`Account ${account} keeps its videos`);
  expect(await userOf('gus')).toBeUndefined();
  expect(await status(token)).toBe(401);

  await succeed(['create', 'gus'], PASSWORD);
  expect(await status(await signIn('gus'))).toBe(200);
  expect((await userOf('gus'))?.account).not.toBe(account);
});

describe('a user who is not there', () => {
  test.each([['link', '--account', 'demo'], ['disable']])('is named by %s', async (command, ...options) => {
    const { code, stderr } = await users([command, 'nobody', ...options], PASSWORD);
    expect([code, stderr]).toEqual([1, 'There is no user nobody; "vms users list" lists the users.\n']);
  });
});

test('the demo user is no exception: its printed password ends with a new one', {
  tags: 'long',
}, async () => {
  const file = path.join(folder.path, 'demo-password');
  const printed = readFileSync(file, 'utf8');
  const token = await signIn('demo', printed);
  await succeed(['set-password', 'demo'], PASSWORD);
  expect(await status(token)).toBe(401);
  expect(readFileSync(file, 'utf8')).toBe('');
  await service[Symbol.asyncDispose]();
  service = await serve(folder.path, []);
  await expect(signIn('demo', printed)).rejects.toThrow('401');
  expect(await status(await signIn('demo'))).toBe(200);
});

test('an erased account is gone with its users and keys, once it was named a second time', async () => {
  await succeed(['create', 'zoe'], PASSWORD);
  const token = await signIn('zoe');
  expect(await status(token)).toBe(200);
  const { account: handle = null } = (await userOf('zoe')) ?? {};
  const planned = await account('erase', 'zoe', '--dry-run');
  expect(planned.stdout).toMatch(/^Account +user-[0-9a-f]{16}\n(.*\n)*Users +zoe\n/);
  const unasked = await account('erase', 'zoe');
  expect([unasked.code, unasked.stderr]).toEqual([2, expect.stringContaining('add --confirm NAME')]);
  const mistyped = await account('erase', 'zoe', '--confirm', 'zoe');
  expect([mistyped.code, mistyped.stderr]).toEqual([1, expect.stringContaining('Nothing was changed.')]);
  expect(await status(token)).toBe(200);

  const erased = await account('erase', 'zoe', '--confirm', String(handle), '--no-wait');
  expect([erased.code, erased.stdout]).toEqual([0, expect.stringContaining(`Erased account ${handle}.`)]);
  expect(Math.max(...erased.stdout.split('\n').map(({ length }) => length))).toBeLessThanOrEqual(80);
  expect(await status(token)).toBe(401);
  await expect(signIn('zoe')).rejects.toThrow('401');
  expect(await userOf('zoe')).toBeUndefined();
  expect((await account('list')).stdout).not.toContain(handle);
  const gone = await account('erase', String(handle), '--confirm', String(handle));
  expect([gone.code, gone.stderr]).toEqual([1, expect.stringContaining('There is no account')]);
});
