import type { APIGatewayRequestAuthorizerEvent } from 'aws-lambda';
import { type Gateway, startGateway } from '../../../local/gateway/gateway.ts';
import type { GatewayLimits } from '../../../local/gateway/gateway-limits.ts';
import type { LambdaHandler } from '../../../local/gateway/invoke.ts';
import type { Site } from '../../../local/site/site.ts';
import { toAuthorizerContext } from '../../../shared/domain/keys/authorizer-context.ts';
import { afterFile } from './after-file.ts';

const MIB = 1024 * 1024;

/** Lets everyone in who has a key, as an account of its own that may do everything. */
const authorizer: LambdaHandler = async (event) => ({
  principalId: 'account',
  policyDocument: {
    Statement: [
      { Effect: (event as APIGatewayRequestAuthorizerEvent).headers?.Authorization ? 'Allow' : 'Deny' },
    ],
  },
  context: toAuthorizerContext(
    {
      accountId: String((event as APIGatewayRequestAuthorizerEvent).headers?.Authorization),
      kind: 'key',
      keyId: 'key',
      keyName: '',
      scopes: ['project:read', 'project:edit'],
      projectIds: null,
    },
    { limit: 100, remaining: 1, resetAt: 0, exceeded: false },
  ),
});

/**
 * Starts gateways, each before one function that answers everything with `body`, or as it is given.
 * @param spoolDir where they keep large bodies
 */
export const gatewaysBeside =
  (spoolDir: string) =>
  async (
    limits: Partial<GatewayLimits>,
    body = '{}',
    handler: LambdaHandler = async () => ({ statusCode: 200, headers: {}, body }),
    site?: Site,
  ): Promise<Gateway> => {
    const gateway = await startGateway({
      port: 0,
      spoolDir,
      inlineUploadBytes: 100 * MIB,
      corsOrigin: '*',
      load: async (key) => (key === 'authorizer/authorizer' ? authorizer : handler),
      onError: () => undefined,
      ...(site !== undefined && { site: () => site }),
      // Nothing else ends what a test has open.
      limits: { endMs: 300_000, ...limits },
    });
    afterFile(() => gateway.close());
    return gateway;
  };
