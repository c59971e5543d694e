import { type Route, route } from '../route.ts';
import { keyIdentity } from '../schemas/account.ts';
import { none } from '../schemas/parameters.ts';

export const whoami = route({
  key: 'account/whoami',
  method: 'GET',
  path: '/api/v1/whoami',
  audience: 'integrators',
  summary: 'Identify the calling key',
  scopes: [],
  params: none,
  query: none,
  body: null,
  status: 200,
  response: keyIdentity,
});

export const accountRoutes: readonly Route[] = [whoami];
