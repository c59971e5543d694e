import { whoami } from '../../shared/contract/routes/account.ts';
import { endpoint } from '../../shared/http/endpoint.ts';

export const handler = endpoint(whoami, {}, async ({ principal }) => ({
  body: {
    userId: principal.accountId,
    keyId: principal.keyId,
    name: principal.keyName,
    scopes: [...principal.scopes],
    projectIds: principal.projectIds === null ? null : [...principal.projectIds],
  },
}));
