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

/** Takes more and more bytes; `taken` counts the times. */
function growing(budget: ByteBudget, owner: string) {
  const reservation = budget.reserve(owner, signal);
  const state = { taken: 0 };
  const more = async (bytes: number): Promise<void> => {
    await reservation.take(bytes);
    state.taken++;
  };
  return { state, more, release: reservation.release };
}

test('of those that take bit by bit and would wait for each other, the first goes on beyond the total, then the next', async () => {
  const budget = new ByteBudget({ total: 4, share: 4 });
  const [a, b, c] = ['a', 'b', 'c'].map((owner) => growing(budget, owner));
  if (!a || !b || !c) throw new Error('there are three');
  await a.more(2);
  await b.more(2);
  for (const each of [a, b, c]) void each.more(1);
  await settle();
  expect([a, b, c].map(({ state }) => state.taken)).toEqual([2, 1, 0]);
  await a.more(1);
  a.release();
  await settle();
  expect([b, c].map(({ state }) => state.taken)).toEqual([2, 1]);
});

test('of those of one owner the first goes on beyond the share', async () => {
  const budget = new ByteBudget({ total: 10, share: 4 });
  const [a, b] = [growing(budget, 'greedy'), growing(budget, 'greedy')];
  await a.more(2);
  await b.more(2);
  void b.more(1);
  await a.more(1);
  await settle();
  expect([a, b].map(({ state }) => state.taken)).toEqual([2, 1]);
  a.release();
  await settle();
  expect(b.state.taken).toBe(2);
});

test('all that was taken comes back', async () => {
  const budget = new ByteBudget({ total: 4, share: 4 });
  const one = growing(budget, 'a');
  for (let i = 0; i < 4; i++) await one.more(1);
  one.release();
  await take(budget, 'b', 4).done;
});
