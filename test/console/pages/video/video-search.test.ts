import { expect, test } from 'vitest';
import { readVideoSearch } from '../../../../console/pages/video/video-search.ts';

test('an address holds the tab, the selected object, the filters and the compared versions', () => {
  const filters = { label: 'car', kind: 'surface', confidence: 40 };
  const search = { tab: 'job', object: 'obj_1', ...filters, version: 7, against: 3 };
  expect(readVideoSearch(search)).toEqual(search);
});

test('a label or an id that looks like a number is text', () => {
  expect(readVideoSearch({ object: 7, label: 12 })).toEqual({ object: '7', label: '12' });
});

test.each([
  { tab: 'settings' },
  { kind: 'circle' },
  { confidence: 'much' },
  { confidence: 0 },
  { confidence: 101 },
  { confidence: 12.5 },
  { object: '', label: ['a'] },
  { version: 0, against: -1 },
  { version: 1.5, against: 'first' },
  { other: 1 },
])('%o says nothing', (search) => {
  expect(readVideoSearch(search)).toEqual({});
});
