import type { APIGatewayAuthorizerResult, APIGatewayRequestAuthorizerEvent } from 'aws-lambda';
import type { ApiKey } from '../../shared/domain/keys/api-key.ts';
import { toAuthorizerContext } from '../../shared/domain/keys/authorizer-context.ts';
import { headerValues } from '../../shared/http/request-headers.ts';
import { logger } from '../../shared/kernel/logging/logging.ts';
import { openOnce } from '../../shared/kernel/runtime/openers.ts';
import { AUTHENTICATION_STORES, authenticate } from '../../shared/service/keys/authenticate.ts';

export const STORES = AUTHENTICATION_STORES;

const open = openOnce(STORES);

/** Null also when the header was sent twice: either might be meant. */
function bearerToken(event: APIGatewayRequestAuthorizerEvent): string | null {
  const [value = '', ...more] = headerValues(event, 'authorization');
  return more.length > 0 ? null : (/^Bearer ([\x21-\x7e]+)$/i.exec(value)?.[1] ?? null);
}

/**
 * For the whole stage, since a path is the client's text, and `${…}` or a wildcard in it would mean something in a policy.
 * The answer holds for this request alone: API Gateway keeps none (`resultsCacheTtl`).
 */
function policy(Effect: 'Allow' | 'Deny', { methodArn }: APIGatewayRequestAuthorizerEvent) {
  const [api, stage] = methodArn.split('/');
  return {
    Version: '2012-10-17',
    Statement: [{ Action: 'execute-api:Invoke', Effect, Resource: `${api}/${stage}/*` }],
  };
}

/**
 * API Gateway answers what is denied with its ACCESS_DENIED response. The client is not told the cause; the log has it.
 */
function denied(event: APIGatewayRequestAuthorizerEvent, cause: string, key: ApiKey | null = null) {
  const { requestId } = event.requestContext;
  const ids = key && { accountId: key.accountId, keyId: key.keyId };
  logger.info('key refused', { requestId, cause, ...ids });
  return { principalId: key?.accountId ?? 'unknown', policyDocument: policy('Deny', event) };
}

/** Answers whose key a request carries, and the account's rate figures; Deny where it carries none that is valid. */
export async function handler(event: APIGatewayRequestAuthorizerEvent): Promise<APIGatewayAuthorizerResult> {
  const secret = bearerToken(event);
  if (secret === null) return denied(event, 'malformed');
  const found = await authenticate(open(), secret);
  if ('refused' in found) return denied(event, found.refused, found.key);
  const { accountId, keyId, name: keyName, scopes, projectIds } = found.key;
  return {
    principalId: accountId,
    policyDocument: policy('Allow', event),
    context: {
      ...toAuthorizerContext({ kind: 'key', accountId, keyId, keyName, scopes, projectIds }, found.rate),
    },
  };
}
