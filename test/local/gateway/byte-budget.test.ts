import { expect, test } from 'vitest';
import { ByteBudget } from '../../../local/gateway/byte-budget.ts';

const { signal } = new AbortController();

/** Takes bytes; `granted` says whether they were there. */
function take(budget: ByteBudget, owner: string, bytes: number, until = signal) {
  const state: { granted: boolean; release: () => void } = { granted: false, release: () => undefined };
  const done = budget.acquire(owner, bytes, until).then((release) => {
    Object.assign(state, { granted: true, release });
  });
  return { state, done };
}

/** Lets everything that is already decided happen. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

test('no more than the total is handed out, and waiters are served in order once bytes come back', async () => {
  const budget = new ByteBudget({ total: 10, share: 10 });
  const first = take(budget, 'a', 6);
  const large = take(budget, 'b', 8);
  const small = take(budget, 'c', 2);
  await settle();
  expect([first, large, small].map(({ state }) => state.granted)).toEqual([true, false, false]);
  first.state.release();
  await settle();
  expect([large, small].map(({ state }) => state.granted)).toEqual([true, true]);
});

test('an owner at its share waits without holding up the others', async () => {
  const budget = new ByteBudget({ total: 10, share: 4 });
  const held = take(budget, 'greedy', 4);
  const second = take(budget, 'greedy', 1);
  const other = take(budget, 'other', 4);
  await settle();
  expect([held, second, other].map(({ state }) => state.granted)).toEqual([true, false, true]);
  held.state.release();
  await second.done;
});

test('more than a share is served as a whole share, not never', async () => {
  const budget = new ByteBudget({ total: 10, share: 4 });
  await take(budget, 'a', 100).done;
});

test('a waiter that gives up leaves nothing behind', async () => {
  const budget = new ByteBudget({ total: 4, share: 4 });
  const held = take(budget, 'a', 4);
  const leaving = new AbortController();
  const waiting = take(budget, 'b', 4, leaving.signal);
  leaving.abort(new Error('gone'));
  await expect(waiting.done).rejects.toThrow('gone');
  held.state.release();
  await take(budget, 'c', 4).done;
});
