import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, expect, test } from 'vitest';
import { uuidv7 } from '../../shared/domain/ids.ts';
import type { Environment } from '../../shared/kernel/runtime/environment.ts';
import { systemRuntime } from '../../shared/kernel/runtime/runtime.ts';
import { type Accounts, openAccounts } from '../../shared/stores/accounts.ts';
import { dynamodb, tableName } from '../../shared/stores/dynamodb/client.ts';
import { openKeyLookup } from '../../shared/stores/keys/key-lookup.ts';
import { beforeNext } from '../support/faults/before-next.ts';
import { createKey } from '../support/service/create-key.ts';
import { startWorkbench } from '../support/service/workbench.ts';

let environment: Environment;
let accounts: Accounts;

beforeAll(async () => {
  ({ environment } = await startWorkbench());
  accounts = openAccounts(environment);
});

test('a handle that many ask for at once becomes one account', async () => {
  const found = await Promise.all(Array.from({ length: 8 }, () => accounts.byHandle('crowd')));
  expect(new Set(found.map(({ accountId }) => accountId)).size).toBe(1);
});

test('an account that another has made and changed meanwhile stays as it is', async () => {
  const isAccount = (input: object) => 'Item' in input && Object.hasOwn(input.Item as object, 'tier');
  const meanwhile = beforeNext(
    ({ input }) => isAccount(input),
    async () => accounts.setTier(await accounts.byHandle('late'), 'pro'),
  );
  expect((await accounts.byHandle('late')).tier).toBe('pro');
  expect(meanwhile.happened).toBe(true);
});

test('the tier of an account that does not exist cannot be changed, and makes none', async () => {
  const unknown = { accountId: uuidv7(systemRuntime), handle: 'x', tier: 'free' as const, createdAt: '' };
  await expect(accounts.setTier(unknown, 'pro')).rejects.toThrow('There is no account');
  expect(await accounts.get(unknown.accountId)).toBeNull();
});

test('a key that goes while the tier changes does not come back as half a key', async () => {
  const account = await accounts.byHandle('keyless');
  const { secret, key } = await createKey(environment, { account: 'keyless', tier: 'free' });
  beforeNext(
    ({ command, input }) => command.startsWith('Update') && JSON.stringify(input).includes(key.keyHash),
    () =>
      dynamodb().send(
        new DeleteCommand({ TableName: tableName(environment, 'keys'), Key: { keyHash: key.keyHash } }),
      ),
  );
  await accounts.setTier(account, 'pro');
  expect(await openKeyLookup(environment).find(secret)).toBeNull();
});
