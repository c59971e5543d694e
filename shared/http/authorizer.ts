import type { APIGatewayAuthorizerResult, APIGatewayRequestAuthorizerEvent } from 'aws-lambda';
import { toAuthorizerContext } from '../domain/keys/authorizer-context.ts';
import type { Principal, RateState } from '../domain/keys/principal.ts';
import { logger } from '../kernel/logging/logging.ts';
import { headerValues } from './request-headers.ts';

/** Whom a credential belongs to, or why it is refused, with the ids that are known all the same. */
type Identified =
  | { principal: Principal; rate: RateState }
  | { refused: string; accountId?: string; [id: string]: string | undefined };

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
 * A Lambda authorizer: who calls, and the rate figures; Deny where the request carries no credential that is valid. API Gateway
 * answers denied requests with its ACCESS_DENIED response. The client does not get the cause; the log has it.
 * @param credential what the log calls it
 * @param identify by the token of the `Authorization` header
 */
export const authorizer =
  (credential: 'key' | 'token', identify: (token: string) => Promise<Identified>) =>
  async (event: APIGatewayRequestAuthorizerEvent): Promise<APIGatewayAuthorizerResult> => {
    const token = bearerToken(event);
    const identified: Identified = token === null ? { refused: 'malformed' } : await identify(token);
    if ('refused' in identified) {
      const { refused: cause, ...ids } = identified;
      logger.info(`${credential} refused`, { requestId: event.requestContext.requestId, cause, ...ids });
      return { principalId: ids.accountId ?? 'unknown', policyDocument: policy('Deny', event) };
    }
    const { principal, rate } = identified;
    return {
      principalId: principal.accountId,
      policyDocument: policy('Allow', event),
      context: { ...toAuthorizerContext(principal, rate) },
    };
  };
