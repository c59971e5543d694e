import * as z from 'zod';
import { route } from '../route.ts';
import { none } from '../schemas/parameters.ts';

/** Answers whatever no row matches; not an endpoint of its own. */
export const notFound = route({
  key: 'not-found',
  method: 'GET',
  path: '/{proxy+}',
  summary: 'Unknown routes',
  scopes: [],
  params: none,
  query: none,
  body: null,
  status: 200,
  response: z.never(),
});
