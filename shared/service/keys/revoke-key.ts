import type { Environment } from '../../kernel/runtime/environment.ts';
import { openKeys } from '../../stores/keys.ts';

/**
 * Revokes an API key for good, from the next request on.
 * @returns whether there is such a key
 */
export const revokeKey = (environment: Environment, keyId: string): Promise<boolean> =>
  openKeys(environment).revoke(keyId);
