import * as z from 'zod';
import { type Route, route } from '../route.ts';
import { none } from '../schemas/parameters.ts';

export const getOpenApi = route({
  key: 'reference/get-openapi',
  method: 'GET',
  path: '/api/openapi.json',
  audience: 'integrators',
  summary: 'Read this description of the API, in OpenAPI 3.1',
  scopes: [],
  open: true,
  params: none,
  query: none,
  body: null,
  status: 200,
  response: z.looseObject({ openapi: z.string() }).meta({ id: 'OpenApiDescription' }),
});

export const getDocs = route({
  key: 'reference/get-docs',
  method: 'GET',
  path: '/api/docs',
  audience: 'integrators',
  summary: 'Read this description of the API as a page for people',
  scopes: [],
  open: true,
  params: none,
  query: none,
  body: null,
  status: 200,
  mediaType: 'text/html; charset=utf-8',
  response: z.string(),
});

export const getRoot = route({
  key: 'reference/get-root',
  method: 'GET',
  path: '/',
  audience: 'integrators',
  summary: 'Redirect to this description of the API',
  scopes: [],
  open: true,
  params: none,
  query: none,
  body: null,
  status: 302,
  leadsTo: getDocs,
  mediaType: 'text/plain; charset=utf-8',
  response: z.string(),
});

export const referenceRoutes: readonly Route[] = [getRoot, getOpenApi, getDocs];
