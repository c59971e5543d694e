import { expect, test } from 'vitest';
import { RecentlyUsed } from '../../../shared/kernel/runtime/recently-used.ts';

test('the values that were read or written last are there, and no more than so many', () => {
  const kept = new RecentlyUsed<number>(2);
  kept.set('a', 1);
  kept.set('b', 2);
  expect(kept.get('a')).toBe(1);
  kept.set('c', 3);
  expect(['a', 'b', 'c'].map((key) => kept.get(key))).toEqual([1, undefined, 3]);
});

test('a value is removed by who put it there, not by who put another one before', () => {
  const kept = new RecentlyUsed<number>(2);
  kept.set('a', 1);
  kept.set('a', 2);
  kept.delete('a', 1);
  expect(kept.get('a')).toBe(2);
  kept.delete('a', 2);
  expect(kept.get('a')).toBeUndefined();
});
