import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { sweepEach, timeFrom } from '../../../shared/service/sweep/sweep-each.ts';

const forever = { isOver: () => false };

async function* numbers(count: number): AsyncGenerator<number> {
  for (let i = 0; i < count; i++) yield i;
}

test('each item is worked on once, sixteen at a time', async () => {
  const taken: number[] = [];
  let [now, most] = [0, 0];
  const swept = await sweepEach(numbers(100), forever, async (item) => {
    taken.push(item);
    most = Math.max(most, ++now);
    await turn();
    now--;
  });
  expect(swept).toEqual({ done: 100, failed: 0, failures: [] });
  expect(taken).toEqual([...Array(100).keys()]);
  expect(most).toBe(16);
});

test('items that always fail stop no others, are counted, and the first are reported', async () => {
  const swept = await sweepEach(numbers(100), forever, async (item) => {
    if (item % 2 === 0) throw new Error(`${item} fails`);
  });
  expect(swept).toMatchObject({ done: 50, failed: 50 });
  expect(swept.failures).toEqual([0, 2, 4, 6, 8].map((item) => new Error(`${item} fails`)));
});

test('a search that fails ends with what it has found', async () => {
  async function* broken() {
    yield* numbers(20);
    throw new Error('no such index');
  }
  const swept = await sweepEach(broken(), forever, async () => {});
  expect(swept).toEqual({ done: 20, failed: 1, failures: [new Error('no such index')] });
});

test('once the time is over, what was begun is ended, nothing more is begun, and the first that is left is named', async () => {
  let elapsed = 0;
  const time = timeFrom({ elapsed: () => elapsed }, 1000);
  let ended = 0;
  const swept = await sweepEach(numbers(100), time, async () => {
    elapsed += 20;
    await turn();
    ended++;
  });
  expect(swept).toMatchObject({ done: 50, failed: 0, next: 50 });
  expect(ended).toBe(50);
});

test('nothing is left where the last item was taken up in time', async () => {
  let taken = 0;
  const swept = await sweepEach(numbers(10), { isOver: () => taken === 10 }, async () => {
    taken++;
  });
  expect(swept).toEqual({ done: 10, failed: 0, failures: [] });
});
