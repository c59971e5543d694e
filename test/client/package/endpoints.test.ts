import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { ENDPOINTS, METHOD_ROUTES } from '../../../client/package/endpoints.ts';

test('every endpoint is a method under a name of its own', () => {
  const names = ENDPOINTS.map(({ group, method }) => `${group}.${method}`);
  expect(new Set(names).size).toBe(names.length);
  expect(names).toEqual(
    expect.arrayContaining([
      'videos.list',
      'metadata.patch',
      'objects.createSurface',
      'processing.getStatus',
    ]),
  );
});

/** What a method's options are apart from the query. */
const OPTIONS = ['signal', 'ifMatch', 'idempotencyKey', 'held', 'contentType'];

describe.each(METHOD_ROUTES.map((route) => [route.key, route] as const))('%s', (key, { query, response }) => {
  const parameters = query instanceof z.ZodObject ? Object.keys(query.shape) : [];

  test('has no parameter that is an option of every call', () => {
    expect(parameters.filter((name) => OPTIONS.includes(name))).toEqual([]);
  });

  test('has a list in its answer where it has pages, and says which is the next', () => {
    const items = ENDPOINTS.find(({ route }) => route.key === key)?.items;
    const members = response instanceof z.ZodObject ? Object.keys(response.shape) : [];
    const next = parameters.includes('cursor') ? ['nextCursor'] : ['page', 'pageSize', 'total'];
    const hasPages = parameters.includes('page') || parameters.includes('cursor');
    expect(members).toEqual(expect.arrayContaining(hasPages ? [items, ...next] : []));
  });
});
