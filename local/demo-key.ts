import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { SCOPES } from '../shared/contract/scopes.ts';
import { isActive } from '../shared/domain/keys/api-key.ts';
import type { Environment } from '../shared/kernel/runtime/environment.ts';
import { openAll } from '../shared/kernel/runtime/store-factories.ts';
import { createKey } from '../shared/service/keys/create-key.ts';
import { OPERATOR_STORES } from '../shared/service/operator-stores.ts';
import { openKeyLookup } from '../shared/stores/keys/key-lookup.ts';
import { writePrivateFile } from './data-folder/private-file.ts';

/** Handle of the account of the printed key. */
export const DEMO_ACCOUNT = 'demo';
const TIER = 'unlimited';

/** A valid key of the demo account with every scope, kept in the data folder so that it stays the same. */
export async function demoKey(dataDir: string, environment: Environment): Promise<string> {
  const file = path.join(dataDir, 'demo-key');
  const keys = openKeyLookup(environment);
  const kept = await readFile(file, 'utf8').catch(() => null);
  if (kept !== null) {
    const key = await keys.find(kept);
    if (key !== null && isActive(key, environment.runtime.now())) return kept;
  }
  const stores = openAll(OPERATOR_STORES, environment);
  const account = await stores.accounts.byHandle(DEMO_ACCOUNT);
  await stores.accounts.setTier(account, TIER);
  const { secret } = await createKey(
    stores,
    { ...account, tier: TIER },
    {
      name: 'Demo',
      scopes: SCOPES,
      projectIds: null,
      expiresInDays: null,
    },
  );
  await writePrivateFile(file, secret);
  return secret;
}
