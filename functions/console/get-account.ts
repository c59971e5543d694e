import { getAccount } from '../../shared/contract/routes/console/account.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { ACCOUNT_STORES, describeAccount } from '../../shared/service/keys/describe-account.ts';

export const handler = endpoint(getAccount, ACCOUNT_STORES, async ({ principal }, stores) => ({
  body: await describeAccount(stores, principal),
}));
