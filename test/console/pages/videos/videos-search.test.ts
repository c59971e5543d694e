import { expect, test } from 'vitest';
import { readVideosSearch } from '../../../../console/pages/videos/videos-search.ts';

test.each([
  [{}, {}],
  [
    { q: 'cat', status: 'failed', page: 2, view: 'list' },
    { q: 'cat', status: 'failed', page: 2, view: 'list' },
  ],
  [{ q: 2024 }, { q: '2024' }],
  [{ page: '3' }, { page: 3 }],
  [{ page: 1 }, {}],
  [{ page: -1, status: 'lost', view: 'tree', q: { a: 1 }, other: 'x' }, {}],
  [{ page: 1.5 }, {}],
  [{ page: 'Infinity' }, {}],
])('%j in the address is read as %j', (search, read) => {
  expect(readVideosSearch(search)).toEqual(read);
});
