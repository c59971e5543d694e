import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { Environment } from '../../../shared/kernel/runtime/environment.ts';
import { openDeliveries } from '../../../shared/stores/queues/deliveries.ts';
import { eventually } from '../../support/service/api.ts';
import { startWorkbench, type Workbench } from '../../support/service/workbench.ts';
import { interceptCalls } from '../../support/store-calls.ts';
import { tableItems } from '../../support/videos/table-items.ts';

let bench: Workbench;
/** Names the message of a test. */
let receipt: string;
let tests = 0;
/** Work that is done periodically, by its interval in seconds. */
let repeated: Map<number, () => void>;

beforeAll(async () => {
  bench = await startWorkbench();
});

beforeEach(() => {
  receipt = `receipt-${++tests}`;
  bench.stopTime();
  const start = bench.environment.runtime.now();
  bench.advance(-start);
  repeated = new Map();
});

/** Opens the store with the test's own intervals. */
function open() {
  const every: Environment['runtime']['every'] = (milliseconds, work) => {
    repeated.set(milliseconds / 1000, work);
    return { [Symbol.dispose]: () => repeated.delete(milliseconds / 1000) };
  };
  return openDeliveries({ ...bench.environment, runtime: { ...bench.environment.runtime, every } });
}

/** For how long the message was to be hidden, in seconds since the start of the test, in the order of asking. */
async function hiddenUntil(): Promise<number[]> {
  const asked: { id: string; until: number }[] = [];
  for await (const { id, body } of tableItems(bench.environment, 'outbox')) {
    const message = JSON.parse(String(body));
    if (message.receiptHandle !== receipt) continue;
    expect(message).toMatchObject({ kind: 'visibility', queue: 'ingest' });
    asked.push({ id: String(id), until: message.hiddenUntil / 1000 });
  }
  return asked.sort((a, b) => (a.id < b.id ? -1 : 1)).map(({ until }) => until);
}

const asked = (times: number): Promise<number[]> => eventually(hiddenUntil, ({ length }) => length >= times);

const pass = (seconds: number): void => {
  bench.advance(seconds * 1000);
  for (const [interval, work] of repeated) if (seconds >= interval) work();
};

test('a message that is worked on is hidden for less than two minutes at a time, from before the work begins', async () => {
  await open().hold('ingest', receipt);
  expect(await hiddenUntil()).toEqual([110]);
});

test('it is hidden again long before it shows up, until it is let go', async () => {
  const held = await open().hold('ingest', receipt);
  pass(30);
  expect(await asked(2)).toEqual([110, 140]);
  pass(30);
  expect(await asked(3)).toEqual([110, 140, 170]);
  held[Symbol.dispose]();
  expect(repeated.size).toBe(0);
});

test('a message that is to be retried shows up in seconds and is not hidden again', async () => {
  const held = await open().hold('ingest', receipt);
  pass(10);
  await held.retrySoon();
  expect(repeated.size).toBe(0);
  expect(await hiddenUntil()).toEqual([110, 15]);
});

test('that the outbox is out of reach disturbs no work', async () => {
  using _ = interceptCalls(({ command }, proceed) =>
    command.startsWith('Put') ? Promise.reject(new Error('out of reach')) : proceed(),
  );
  const held = await open().hold('ingest', receipt);
  await held.retrySoon();
});
