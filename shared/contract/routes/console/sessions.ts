import { type Route, route } from '../../route.ts';
import { none } from '../../schemas/parameters.ts';
import { success } from '../../schemas/primitives.ts';

export const signOutEverywhere = route({
  key: 'console/sign-out-everywhere',
  method: 'POST',
  path: '/console/api/sign-out-everywhere',
  audience: 'console',
  summary: 'End every session of the person who calls',
  scopes: [],
  params: none,
  query: none,
  body: null,
  status: 200,
  response: success,
  // A second call does what the first did, and the session that could repeat it is over.
  keepsNoAnswer: true,
  stores: ['identitySessions'],
});

export const consoleSessionRoutes: readonly Route[] = [signOutEverywhere];
