import { expect, test } from 'vitest';
import { Turns } from '../../../shared/kernel/runtime/turns.ts';

const never = () => new Promise<void>(() => {});

test('work on one thing is done in the order in which it was asked for, and work on others beside it', async () => {
  const turns = new Turns();
  const order: string[] = [];
  const first = await turns.take('a', never);
  const second = turns.take('a', never).then((turn) => {
    order.push('second');
    return turn;
  });
  const third = turns.take('a', never).then((turn) => {
    order.push('third');
    return turn;
  });
  expect(await turns.take('b', never)).toMatchObject({ waited: false });
  expect([first?.waited, order]).toEqual([false, []]);
  first?.end();
  expect(await second).toMatchObject({ waited: true });
  expect(order).toEqual(['second']);
  (await second)?.end();
  (await third)?.end();
  expect(order).toEqual(['second', 'third']);
  expect(await turns.take('a', never)).toMatchObject({ waited: false });
});

test('who no longer waits gets no turn, and holds up nobody', async () => {
  const turns = new Turns();
  const first = await turns.take('a', never);
  expect(await turns.take('a', async () => {})).toBeNull();
  const third = turns.take('a', never);
  first?.end();
  expect(await third).toMatchObject({ waited: true });
});
