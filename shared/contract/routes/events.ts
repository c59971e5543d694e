import { type Route, route } from '../route.ts';
import { eventPage, eventQuery } from '../schemas/event.ts';
import { none } from '../schemas/parameters.ts';

export const listEvents = route({
  key: 'events/list-events',
  method: 'GET',
  path: '/api/v1/events',
  audience: 'both',
  summary: 'List what has happened, and wait for what happens',
  scopes: ['project:read'],
  params: none,
  query: eventQuery,
  body: null,
  status: 200,
  response: eventPage,
  waits: true,
  timeout: 29,
  memory: 512,
  stores: ['eventReader'],
});

export const eventRoutes: readonly Route[] = [listEvents];
