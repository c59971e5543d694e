import type { APIGatewayAuthorizerResult, APIGatewayRequestAuthorizerEvent } from 'aws-lambda';
import { type ApiKey, isActive, isWellFormedSecret } from '../../shared/domain/keys/api-key.ts';
import { toAuthorizerContext } from '../../shared/domain/keys/authorizer-context.ts';
import { headerValues } from '../../shared/http/headers.ts';
import { logger } from '../../shared/kernel/logging/logging.ts';
import { processEnvironment } from '../../shared/kernel/runtime/environment.ts';
import { openOnce } from '../../shared/kernel/runtime/openers.ts';
import { keyPrefix, openKeyLookup } from '../../shared/stores/keys.ts';
import { openRateLimiter } from '../../shared/stores/rate-limiter.ts';

/** API Gateway answers this very message with its UNAUTHORIZED response, the same for every cause; the log tells it. */
function unauthorized(event: APIGatewayRequestAuthorizerEvent, cause: string, key?: ApiKey | null): Error {
  const { requestId } = event.requestContext;
  logger.info('key refused', {
    requestId,
    cause,
    ...(key && { accountId: key.accountId, keyId: key.keyId }),
  });
  return new Error('Unauthorized');
}

/** Null also for two headers, of which each might be meant. */
function bearerToken(event: APIGatewayRequestAuthorizerEvent): string | null {
  const [value = '', ...more] = headerValues(event, 'authorization');
  return more.length > 0 ? null : (/^Bearer ([\x21-\x7e]+)$/i.exec(value)?.[1] ?? null);
}

export const STORES = { keys: openKeyLookup, limiter: openRateLimiter };

const open = openOnce(STORES);

/** Answers who calls, and how much they have called: the key by its hash, then the account's counter. */
export async function handler(event: APIGatewayRequestAuthorizerEvent): Promise<APIGatewayAuthorizerResult> {
  const environment = processEnvironment();
  const secret = bearerToken(event);
  if (secret === null || !isWellFormedSecret(secret, keyPrefix(environment))) {
    throw unauthorized(event, 'malformed');
  }

  const { keys, limiter } = open();
  const key = await keys.find(secret);
  if (key === null || !isActive(key, environment.runtime.now())) {
    throw unauthorized(event, key === null ? 'unknown' : 'expired or revoked', key);
  }

  const { accountId, keyId, name, scopes, projectIds, rateLimit } = key;
  const [rate] = await Promise.all([
    limiter.count(accountId, rateLimit),
    // Worth knowing, but nothing depends on it.
    keys.noteUse(key).catch((error: unknown) => {
      logger.error('use of a key not noted', { accountId, keyId, error: error as Error });
    }),
  ]);
  return {
    principalId: accountId,
    policyDocument: {
      Version: '2012-10-17',
      Statement: [{ Action: 'execute-api:Invoke', Effect: 'Allow', Resource: event.methodArn }],
    },
    context: { ...toAuthorizerContext({ accountId, keyId, keyName: name, scopes, projectIds }, rate) },
  };
}
