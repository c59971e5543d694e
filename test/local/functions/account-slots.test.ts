import { expect, test } from 'vitest';
import { AccountSlots } from '../../../local/functions/account-slots.ts';

test('accounts that are busy at the same time have slots of their own, as far as there are', () => {
  const slots = new AccountSlots(2);
  const [a, again, b] = [slots.take('a'), slots.take('a'), slots.take('b')];
  expect([a.slot, again.slot, b.slot]).toEqual([0, 0, 1]);
  expect([0, 1]).toContain(slots.take('c').slot);
});

test('an account stays where it is until all of its work is done', () => {
  const slots = new AccountSlots(2);
  const [a, again] = [slots.take('a'), slots.take('a')];
  a.release();
  expect(slots.take('b').slot).toBe(1);
  expect(slots.take('a').slot).toBe(0);
  again.release();
});

test('a slot that is left can be taken by another', () => {
  const slots = new AccountSlots(2);
  const a = slots.take('a');
  slots.take('b');
  a.release();
  expect(slots.take('c').slot).toBe(0);
});
