import type { Audience } from './audience.ts';
import type { FunctionDefinition } from './function-definition.ts';

/** The function that stands before the endpoints of each audience. */
export const AUTHORIZERS = {
  integrators: { key: 'authorizer/authorizer', stores: ['keyLookup', 'rateLimiter'] },
  console: {
    key: 'authorizer/console-authorizer',
    stores: ['identityLookup', 'newAccounts', 'rateLimiter'],
    settings: ['consoleIssuer', 'consoleJwksUrl', 'consoleClientId'],
  },
} as const satisfies Record<Audience, FunctionDefinition>;
