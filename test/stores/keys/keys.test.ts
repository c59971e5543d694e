import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, expect, test } from 'vitest';
import { dynamodb, tableName } from '../../../shared/stores/dynamodb/client.ts';
import { openKeyLookup } from '../../../shared/stores/keys/key-lookup.ts';
import { openKeys } from '../../../shared/stores/keys/keys.ts';
import { beforeNext } from '../../support/faults/before-next.ts';
import { createKey } from '../../support/service/create-key.ts';
import { startWorkbench, type Workbench } from '../../support/service/workbench.ts';
import { interceptCalls } from '../../support/store-calls.ts';

let bench: Workbench;

beforeAll(async () => {
  bench = await startWorkbench();
});

async function newKey() {
  const { environment } = bench;
  const made = await createKey(environment, { account: 'keys' });
  const { keyHash } = made.key;
  const remove = () =>
    dynamodb().send(new DeleteCommand({ TableName: tableName(environment, 'keys'), Key: { keyHash } }));
  return { ...made, keys: openKeys(environment), remove };
}

test('revoking a key that goes meanwhile does not make half a key', async () => {
  const { keys, key, secret, remove } = await newKey();
  beforeNext(({ command }) => command.startsWith('Update'), remove);
  expect(await keys.revoke(key)).toBeNull();
  expect(await openKeyLookup(bench.environment).find(secret)).toBeNull();
});

test('the moment of the first revocation stays', async () => {
  const { keys, key } = await newKey();
  const first = await keys.revoke(key);
  bench.advance(60_000);
  expect(first?.revokedAt).not.toBeNull();
  expect(await keys.revoke(key)).toEqual(first);
});

test('another rate limit is given to a key as it was made, and to no other', async () => {
  const { keys, key, secret, remove } = await newKey();
  const read = () => openKeyLookup(bench.environment).find(secret);
  expect(await keys.setRateLimit(key, 7)).toBe(true);
  expect(await read()).toEqual({ ...key, rateLimit: 7 });
  // It has another limit by now.
  expect(await keys.setRateLimit(key, 8)).toBe(false);
  expect(await read()).toEqual({ ...key, rateLimit: 7 });
  const revoked = await keys.revoke(key);
  expect(await keys.setRateLimit({ ...key, rateLimit: 7 }, 9)).toBe(false);
  expect(await read()).toEqual(revoked);
  await remove();
  expect(await keys.setRateLimit({ ...key, rateLimit: 7 }, 9)).toBe(false);
  expect(await read()).toBeNull();
});

test('keys are listed newest first, as soon as they are made', async () => {
  const { keys, key } = await newKey();
  const { key: next } = await newKey();
  using _ = interceptCalls((call, proceed) =>
    'IndexName' in call.input ? Promise.resolve({ output: { Items: [] } }) : proceed(),
  );
  const listed = (await keys.entries(key.accountId)).map(({ keyId }) => keyId);
  expect(listed.slice(0, 2)).toEqual([next.keyId, key.keyId]);
});

test('keys of a release that made no entries are listed among the others', async () => {
  const { keys, key } = await newKey();
  const { key: next } = await newKey();
  const { accountId, keyId } = key;
  await dynamodb().send(
    new DeleteCommand({ TableName: tableName(bench.environment, 'accountKeys'), Key: { accountId, keyId } }),
  );
  const entries = await keys.entries(accountId);
  expect(entries.slice(0, 2).map((entry) => entry.keyId)).toEqual([next.keyId, keyId]);
  expect((await keys.getMany(entries.slice(1, 2)))[0]).toEqual(key);
});

test('a key whose creation broke off is an entry without a key', async () => {
  const { keys, key, remove } = await newKey();
  await remove();
  const entries = await keys.entries(key.accountId);
  expect(entries.map(({ keyId }) => keyId)).toContain(key.keyId);
  expect((await keys.getMany(entries)).map(({ keyId }) => keyId)).not.toContain(key.keyId);
});
