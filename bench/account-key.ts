import { TIER_LIMITS } from '../shared/contract/limits.ts';
import { SCOPES } from '../shared/contract/scopes.ts';
import { generateKey } from '../shared/domain/keys/api-key.ts';
import type { Environment } from '../shared/kernel/runtime/environment.ts';
import { keyPrefix } from '../shared/stores/keys/key-prefix.ts';
import { openKeys } from '../shared/stores/keys/keys.ts';

/** Makes an account a key for everything, without a rate limit. @returns the secret */
export async function createAccountKey(environment: Environment, accountId: string): Promise<string> {
  const { secret, key } = generateKey(
    {
      accountId,
      name: 'Benchmark',
      scopes: [...SCOPES],
      projectIds: null,
      expiresInDays: null,
      rateLimit: TIER_LIMITS.unlimited,
      createdBy: null,
      replaces: null,
    },
    keyPrefix(environment),
    environment.runtime,
  );
  await openKeys(environment).put(key);
  return secret;
}
