import * as z from 'zod';
import { route } from '../route.ts';
import { none } from '../schemas/parameters.ts';

/** Answers requests that match no endpoint; not an endpoint itself. */
export const notFound = route({
  key: 'not-found',
  method: 'GET',
  path: '/{proxy+}',
  audience: 'both',
  summary: 'Unknown routes',
  scopes: [],
  params: none,
  query: none,
  body: null,
  status: 200,
  response: z.never(),
});
