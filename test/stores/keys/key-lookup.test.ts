import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, expect, test } from 'vitest';
import { dynamodb, tableName } from '../../../shared/stores/dynamodb/client.ts';
import { openKeyLookup } from '../../../shared/stores/keys/key-lookup.ts';
import { createKey } from '../../support/service/create-key.ts';
import { startWorkbench, type Workbench } from '../../support/service/workbench.ts';

const SECOND = 1000;

let bench: Workbench;

beforeAll(async () => {
  bench = await startWorkbench();
});

async function newKey() {
  const made = await createKey(bench.environment, { account: 'keys' });
  return { ...made, keys: openKeyLookup(bench.environment) };
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
  const { keys, key, secret } = await newKey();
  const { keyHash } = key;
  await dynamodb().send(
    new DeleteCommand({ TableName: tableName(bench.environment, 'keys'), Key: { keyHash } }),
  );
  await keys.noteUse(key);
  expect(await keys.find(secret)).toBeNull();
});
