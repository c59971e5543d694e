import { expect, test } from 'vitest';
import { PixelCache } from '../../../../console/viewer/overlays/pixel-cache.ts';

const filledCache = () => {
  const removed: string[] = [];
  const cache = new PixelCache<string, string>(10, (value) => removed.push(value));
  cache.begin();
  cache.set('a', 'A', 4);
  cache.set('b', 'B', 4);
  return { cache, removed };
};

test('room is made by what was used least recently', () => {
  const { cache, removed } = filledCache();
  cache.begin();
  cache.get('a');
  expect(cache.makeRoom(4)).toBe(true);
  expect(removed).toEqual(['B']);
  expect([cache.get('a'), cache.get('b')]).toEqual(['A', undefined]);
});

test('what the present drawing uses stays, and what it needs further finds no room', () => {
  const { cache, removed } = filledCache();
  expect(cache.makeRoom(4)).toBe(false);
  expect(removed).toEqual([]);
  expect(cache.makeRoom(2)).toBe(true);
});

test('another value of a key takes the place of the former', () => {
  const { cache, removed } = filledCache();
  cache.set('a', 'AA', 6);
  expect(removed).toEqual(['A']);
  expect(cache.makeRoom(1)).toBe(false);
  cache.clear();
  expect(removed).toEqual(['A', 'B', 'AA']);
  expect(cache.makeRoom(10)).toBe(true);
});
