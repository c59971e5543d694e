import { beforeAll, expect, test } from 'vitest';
import { openAll } from '../../../shared/kernel/runtime/store-factories.ts';
import { createKey } from '../../../shared/service/keys/create-key.ts';
import { revokeKeys } from '../../../shared/service/keys/revoke-keys.ts';
import { OPERATOR_STORES, type OperatorStores } from '../../../shared/service/operator-stores.ts';
import { openKeyLookup } from '../../../shared/stores/keys/key-lookup.ts';
import { startWorkbench, type Workbench } from '../../support/service/workbench.ts';
import { interceptCalls } from '../../support/store-calls.ts';

let bench: Workbench;
let stores: OperatorStores;

beforeAll(async () => {
  bench = await startWorkbench();
  stores = openAll(OPERATOR_STORES, bench.environment);
});

/** Indexes are eventually consistent: until the end of the scope none has anything. */
const withoutIndexes = () =>
  interceptCalls((call, proceed) =>
    'IndexName' in call.input ? Promise.resolve({ output: { Items: [] } }) : proceed(),
  );

test('a key that was made a moment ago ends with the others of its account', async () => {
  const account = await stores.accounts.byHandle('leaky');
  const { key, secret } = await createKey(stores, account, {
    name: 'Thief',
    scopes: ['project:read'],
    projectIds: null,
    expiresInDays: null,
  });
  {
    using _ = withoutIndexes();
    expect(await revokeKeys(stores, account)).toEqual([key.keyId]);
  }
  expect((await openKeyLookup(bench.environment).find(secret))?.revokedAt).not.toBeNull();
});
