import { TIER_LIMITS, type Tier } from '../../../shared/contract/limits.ts';
import { SCOPES, type Scope } from '../../../shared/contract/scopes.ts';
import { type ApiKey, generateKey, type KeyExpiryDays } from '../../../shared/domain/keys/api-key.ts';
import type { Environment } from '../../../shared/kernel/runtime/environment.ts';
import { systemRuntime } from '../../../shared/kernel/runtime/runtime.ts';
import { openAccounts } from '../../../shared/stores/accounts.ts';
import { keyPrefix } from '../../../shared/stores/keys/key-prefix.ts';
import { openKeys } from '../../../shared/stores/keys/keys.ts';

interface KeyOptions {
  account?: string;
  tier?: Tier;
  scopes?: readonly Scope[];
  projectIds?: string[] | null;
  expiresInDays?: KeyExpiryDays;
  /** Unix milliseconds; default: now, by the environment's clock. */
  createdAt?: number;
}

/** Creates a key directly in the stores of a running service, as an operator would. */
export async function createKey(
  { variables, runtime = systemRuntime }: Pick<Environment, 'variables'> & Partial<Environment>,
  {
    account: handle = 'tests',
    tier = 'unlimited',
    scopes = SCOPES,
    projectIds = null,
    expiresInDays = null,
    createdAt = runtime.now(),
  }: KeyOptions = {},
): Promise<{ secret: string; key: ApiKey; keyId: string; environment: Environment }> {
  const environment: Environment = { variables, runtime };
  const accounts = openAccounts(environment);
  const account = await accounts.byHandle(handle);
  await accounts.setTier(account, tier);
  const { secret, key } = generateKey(
    {
      accountId: account.accountId,
      name: 'Test',
      scopes: [...scopes],
      projectIds,
      expiresInDays,
      rateLimit: TIER_LIMITS[tier],
      createdBy: null,
      replaces: null,
    },
    keyPrefix(environment),
    { ...systemRuntime, now: () => createdAt },
  );
  await openKeys(environment).put(key);
  return { secret, key, keyId: key.keyId, environment };
}
