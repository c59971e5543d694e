import { type Route, route } from '../../route.ts';
import { consoleAccount } from '../../schemas/console/account.ts';
import { none } from '../../schemas/parameters.ts';

export const getAccount = route({
  key: 'console/get-account',
  method: 'GET',
  path: '/console/api/account',
  audience: 'console',
  summary:
    'Read the account: its tier, what it has of its quotas, and the requests that are left in this minute',
  scopes: [],
  params: none,
  query: none,
  body: null,
  status: 200,
  response: consoleAccount,
  stores: ['accountReader', 'accountUse', 'rateReader'],
});

export const consoleAccountRoutes: readonly Route[] = [getAccount];
