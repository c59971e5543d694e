import { type ApiKey, isActive, isWellFormedSecret } from '../../domain/keys/api-key.ts';
import type { RateState } from '../../domain/keys/principal.ts';
import { logger } from '../../kernel/logging/logging.ts';
import type { Opened } from '../../kernel/runtime/store-factories.ts';
import { openKeyLookup } from '../../stores/keys/key-lookup.ts';
import { keyPrefix } from '../../stores/keys/key-prefix.ts';
import { openRateLimiter } from '../../stores/rate-limiter.ts';

export const AUTHENTICATION_STORES = { keys: openKeyLookup, limiter: openRateLimiter };

/** Why a key is refused: for the log, not for the client. */
interface Refusal {
  refused: string;
  /** The key, where there is one. */
  key: ApiKey | null;
}

const unauthorized = (refused: string, key: ApiKey | null = null): Refusal => ({ refused, key });

/** Finds an API key by its secret, and counts the request against its account's rate limit. */
export async function authenticate(
  { keys, limiter, environment }: Opened<typeof AUTHENTICATION_STORES>,
  secret: string,
): Promise<Refusal | { key: ApiKey; rate: RateState }> {
  if (!isWellFormedSecret(secret, keyPrefix(environment))) return unauthorized('malformed');
  const key = await keys.find(secret);
  if (key === null || !isActive(key, environment.runtime.now())) {
    return unauthorized(key === null ? 'unknown' : 'expired or revoked', key);
  }
  const { accountId, keyId, rateLimit } = key;
  const [rate] = await Promise.all([
    limiter.count(accountId, rateLimit),
    // Worth knowing, but nothing depends on it.
    keys.noteUse(key).catch((error: unknown) => {
      logger.error('use of a key not noted', { accountId, keyId, error: error as Error });
    }),
  ]);
  return { key, rate };
}
