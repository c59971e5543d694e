import { expect, test } from 'vitest';
import { AccountPlaces } from '../../../local/functions/account-places.ts';

test('accounts that are busy at the same time have places of their own, as far as there are', () => {
  const places = new AccountPlaces(2);
  const [a, again, b] = [places.take('a'), places.take('a'), places.take('b')];
  expect([a.place, again.place, b.place]).toEqual([0, 0, 1]);
  expect([0, 1]).toContain(places.take('c').place);
});

test('an account stays where it is until all of its work is done', () => {
  const places = new AccountPlaces(2);
  const [a, again] = [places.take('a'), places.take('a')];
  a.release();
  expect(places.take('b').place).toBe(1);
  expect(places.take('a').place).toBe(0);
  again.release();
});

test('a place that is left can be taken by another', () => {
  const places = new AccountPlaces(2);
  const a = places.take('a');
  places.take('b');
  a.release();
  expect(places.take('c').place).toBe(0);
});
