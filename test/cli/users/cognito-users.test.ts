/** The users of a pool, by the calls of the SDK. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openCognitoUsers } from '../../../cli/users/cognito-users.ts';
import { PasswordRefused, type UserDirectory } from '../../../cli/users/user-directory.ts';
import { OPERATOR_USER_POOL_ACTIONS } from '../../../lib/operator-grant.ts';
import { UserPool } from '../../../rehearsal/stores/user-pool.ts';

const POOL = 'eu-central-1_Ab1';

const pool = new UserPool(POOL, { pageLength: 2 });
const called = new Set<string>();

const server = createServer(async (request, response) => {
  const [, action = ''] = String(request.headers['x-amz-target']).split('.');
  called.add(action);
  const { status, body } = pool.answer(action, (await json(request)) as Parameters<UserPool['answer']>[1]);
  response.writeHead(status, { 'Content-Type': 'application/x-amz-json-1.1' }).end(JSON.stringify(body));
});
let directory: UserDirectory & Disposable;

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = new CognitoIdentityProviderClient({
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    region: 'eu-central-1',
    credentials: { accessKeyId: 'id', secretAccessKey: 'secret' },
    maxAttempts: 1,
  });
  directory = openCognitoUsers(`https://cognito-idp.eu-central-1.amazonaws.com/${POOL}`, client);
});

afterAll(async () => {
  directory[Symbol.dispose]();
  server.close();
  server.closeAllConnections();
  await once(server, 'close');
});

const PASSWORD = 'a long pass phrase 1A';
const inPool = (name: string) => pool.users.find(({ email }) => email === name);

test('a user who is created signs in with the password that was given, and is asked for no other', async () => {
  const made = await directory.create('ann@example.com', PASSWORD);
  expect(made).toEqual({
    subject: 'sub-0',
    name: 'ann@example.com',
    createdAt: '2026-09-21T14:13:20.000Z',
    enabled: true,
  });
  expect(inPool('ann@example.com')).toMatchObject({ password: PASSWORD, permanent: true });
  expect(pool.invited).toEqual([]);
  expect(await directory.find('ann@example.com')).toEqual(made);
});

test('a name that is taken makes no user and changes none', async () => {
  expect(await directory.create('ann@example.com', `${PASSWORD}2`)).toBeNull();
  expect(inPool('ann@example.com')).toMatchObject({ password: PASSWORD });
});

test('what Cognito refuses is reported in its words, and makes no user', async () => {
  await expect(directory.create('bob@example.com', 'short')).rejects.toThrow(PasswordRefused);
  await expect(directory.create('bob', PASSWORD)).rejects.toThrow(/should be an email/);
  await expect(directory.setPassword('ann@example.com', 'short')).rejects.toThrow(/not long enough/);
  expect(pool.users).toHaveLength(1);
});

test('a new password, and being disabled, ends the sessions', async () => {
  for (const change of [
    () => directory.setPassword('ann@example.com', 'another pass phrase 1A'),
    () => directory.setEnabled('ann@example.com', false),
  ]) {
    Object.assign(inPool('ann@example.com') ?? {}, { sessions: 2 });
    expect(await change()).toMatchObject({ subject: 'sub-0' });
    expect(inPool('ann@example.com')).toMatchObject({ sessions: 0, password: 'another pass phrase 1A' });
  }
  expect(await directory.find('ann@example.com')).toMatchObject({ enabled: false });
  expect(await directory.setEnabled('ann@example.com', true)).toMatchObject({ enabled: true });
  expect(await directory.find('ann@example.com')).toMatchObject({ enabled: true });
});

test('all users are listed, however many pages Cognito makes of them', async () => {
  for (const name of ['dan', 'cat', 'bea', 'eve']) await directory.create(`${name}@example.com`, PASSWORD);
  expect((await directory.list()).map(({ name }) => name)).toEqual(
    ['ann', 'bea', 'cat', 'dan', 'eve'].map((name) => `${name}@example.com`),
  );
});

test('a user who is deleted is gone, and a missing one is reported as such', async () => {
  expect(await directory.delete('eve@example.com')).toMatchObject({ name: 'eve@example.com' });
  expect(await directory.find('eve@example.com')).toBeNull();
  expect(await directory.delete('eve@example.com')).toBeNull();
  expect(await directory.setPassword('eve@example.com', PASSWORD)).toBeNull();
  expect(await directory.setEnabled('eve@example.com', true)).toBeNull();
});

test('a name that no user can have is nobody’s', async () => {
  expect(await directory.find('my account')).toBeNull();
});

test("the operator's policy has what was called, and no more", () => {
  expect([...called].sort()).toEqual([...OPERATOR_USER_POOL_ACTIONS]);
});
