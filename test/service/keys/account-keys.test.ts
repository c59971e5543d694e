import { expect, test } from 'vitest';
import { LIMITS } from '../../../shared/contract/limits.ts';
import { uuidv7 } from '../../../shared/domain/ids.ts';
import { type ApiKey, generateKey } from '../../../shared/domain/keys/api-key.ts';
import { isoNow } from '../../../shared/kernel/runtime/runtime.ts';
import { openAll } from '../../../shared/kernel/runtime/store-factories.ts';
import { KEY_LIST_STORES, listAccountKeys } from '../../../shared/service/keys/account-keys.ts';
import { openKeyQuota } from '../../../shared/stores/quotas/key-quota.ts';
import { startWorkbench } from '../../support/service/workbench.ts';
import { writeItems } from '../../support/service/write-items.ts';

const { environment } = await startWorkbench();
const { runtime } = environment;

test('of keys that have ended the newest 1,000 are listed, and all that work, however old', async () => {
  expect(LIMITS.listedKeys).toBe(1000);
  const accountId = uuidv7(runtime);
  const given = { accountId, name: 'key', scopes: [], projectIds: null, expiresInDays: null, rateLimit: 1 };
  const keyOf = (number: number): ApiKey => ({
    ...generateKey({ ...given, createdBy: null, replaces: null }, 'vms', runtime).key,
    keyId: `key-${String(number).padStart(6, '0')}`,
    // The oldest works still.
    revokedAt: number === 0 ? null : isoNow(runtime),
  });
  const all = Array.from({ length: LIMITS.listedKeys + 2 }, (_, number) => keyOf(number));
  const entries = all.map(({ keyId, keyHash, replaces }) => ({ accountId, keyId, keyHash, replaces }));
  await writeItems(environment, 'accountKeys', entries);
  await writeItems(environment, 'keys', all);
  for (const working of all.slice(0, 1)) await openKeyQuota(environment).admit(working);

  const listed = await listAccountKeys(openAll(KEY_LIST_STORES, environment), accountId);
  const ids = all.map(({ keyId }) => keyId).toReversed();
  expect(listed.map(({ id }) => id)).toEqual([...ids.slice(0, LIMITS.listedKeys), 'key-000000']);
});
