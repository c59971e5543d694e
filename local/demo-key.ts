import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { TIER_LIMITS } from '../shared/contract/limits.ts';
import { SCOPES } from '../shared/contract/scopes.ts';
import { isActive } from '../shared/domain/api-key.ts';
import { openAccounts } from '../shared/stores/accounts.ts';
import type { Environment } from '../shared/stores/environment.ts';
import { openKeys } from '../shared/stores/keys.ts';
import { writePrivateFile } from './private-file.ts';

const HANDLE = 'demo';
const TIER = 'unlimited';

/** A working key of the demo account with every scope; kept in the data folder, so that it stays the same. */
export async function demoKey(dataDir: string, environment: Environment): Promise<string> {
  const file = path.join(dataDir, 'demo-key');
  const keys = openKeys(environment);
  const kept = await readFile(file, 'utf8').catch(() => null);
  if (kept !== null) {
    const key = await keys.find(kept);
    if (key !== null && isActive(key, environment.runtime.now())) return kept;
  }
  const accounts = openAccounts(environment);
  const account = await accounts.byHandle(HANDLE);
  await accounts.setTier(account, TIER);
  const { secret } = await keys.create({
    accountId: account.accountId,
    name: 'Demo',
    scopes: [...SCOPES],
    projectIds: null,
    expiresInDays: null,
    rateLimit: TIER_LIMITS[TIER],
  });
  await writePrivateFile(file, secret);
  return secret;
}
