import type { Runtime } from '../../kernel/runtime/runtime.ts';

/** For how long a run of the sweeper takes up work. */
export interface RunTime {
  isOver(): boolean;
}

export function timeFrom(runtime: Pick<Runtime, 'elapsed'>, milliseconds: number): RunTime {
  const end = runtime.elapsed() + milliseconds;
  return { isOver: () => runtime.elapsed() >= end };
}

/** What a run has done of a duty. */
export interface Swept {
  done: number;
  failed: number;
  /** The errors of the first that failed. */
  failures: unknown[];
  /** The first thing that there was no time for; undefined where all was taken up. */
  next?: unknown;
}

/** Each waits for its stores most of the time: these keep a processor busy. */
const AT_A_TIME = 16;
const REPORTED_FAILURES = 5;

/** Works on items as they are found, many at a time, until the time is over. One that fails stops no others. */
export async function sweepEach<Item>(
  items: AsyncGenerator<Item>,
  time: RunTime,
  work: (item: Item) => Promise<unknown>,
): Promise<Swept> {
  const swept: Swept = { done: 0, failed: 0, failures: [] };
  const fail = (error: unknown): void => {
    swept.failed++;
    if (swept.failures.length < REPORTED_FAILURES) swept.failures.push(error);
  };
  const workOn = async (item: Item): Promise<void> => {
    try {
      await work(item);
      swept.done++;
    } catch (error) {
      fail(error);
    }
  };
  /** A search that fails has no more items. */
  const find = (): Promise<IteratorResult<Item, unknown>> =>
    items.next().catch((error: unknown) => {
      fail(error);
      return { done: true, value: undefined };
    });
  const takeTurns = async (): Promise<void> => {
    for (let found = await find(); found.done !== true; found = await find()) {
      if (time.isOver()) {
        swept.next ??= found.value;
        return;
      }
      await workOn(found.value);
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, takeTurns));
  return swept;
}
