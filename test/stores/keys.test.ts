import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, expect, test } from 'vitest';
import { uuidv7 } from '../../shared/domain/ids.ts';
import { systemRuntime } from '../../shared/kernel/runtime/runtime.ts';
import { dynamodb, tableName } from '../../shared/stores/dynamodb/client.ts';
import { openKeys } from '../../shared/stores/keys.ts';
import { beforeNext } from '../support/faults/before-next.ts';
import { startWorkbench, type Workbench } from '../support/service/workbench.ts';

const SECOND = 1000;

let bench: Workbench;

beforeAll(async () => {
  bench = await startWorkbench();
});

async function newKey() {
  const { environment } = bench;
  const keys = openKeys(environment);
  const made = await keys.create({
    accountId: uuidv7(systemRuntime),
    name: 'key',
    scopes: [],
    projectIds: null,
    expiresInDays: null,
    rateLimit: 1,
  });
  const { keyHash } = made.key;
  const remove = () =>
    dynamodb().send(new DeleteCommand({ TableName: tableName(environment, 'keys'), Key: { keyHash } }));
  return { keys, remove, ...made };
}

test('a use is remembered once a minute, however many requests saw the key unused', async () => {
  const { keys, key, secret } = await newKey();
  const lastUse = async () => (await keys.find(secret))?.lastUsedAt;
  await keys.noteUse(key);
  const first = await lastUse();
  expect(first).not.toBeNull();
  bench.advance(50 * SECOND);
  await keys.noteUse(key);
  expect(await lastUse()).toBe(first);
  bench.advance(20 * SECOND);
  await keys.noteUse(key);
  expect(Date.parse((await lastUse()) ?? '')).toBeGreaterThan(Date.parse(first ?? ''));
});

test('the use of a key that is gone does not make half a key', async () => {
  const { keys, key, secret, remove } = await newKey();
  await remove();
  await keys.noteUse(key);
  expect(await keys.find(secret)).toBeNull();
});

test('revoking a key that goes meanwhile does not make half a key', async () => {
  const { keys, key, secret, remove } = await newKey();
  beforeNext(({ command }) => command.startsWith('Update'), remove);
  expect(await keys.revoke(key.keyId)).toBe(false);
  expect(await keys.find(secret)).toBeNull();
});
