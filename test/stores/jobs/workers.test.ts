import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test } from 'vitest';
import { uuidv7 } from '../../../shared/domain/ids.ts';
import { systemRuntime } from '../../../shared/kernel/runtime/runtime.ts';
import { dynamodb, tableName } from '../../../shared/stores/dynamodb/client.ts';
import { openWorkers } from '../../../shared/stores/jobs/workers.ts';
import { beforeNext } from '../../support/faults/before-next.ts';
import { startTestService } from '../../support/service/test-service.ts';
import { interceptCalls, recordCalls, type StoreCall } from '../../support/store-calls.ts';

const MINUTE = 60_000;

const service = await startTestService({ worker: false });
let now = Date.now();
const environment = { variables: service.variables, runtime: { ...systemRuntime, now: () => now } };
const newId = (): string => uuidv7(environment.runtime);

const isOfWorkers = ({ input }: StoreCall): boolean =>
  (input as { Key?: { videoId?: string } }).Key?.videoId === '#workers';

/** A step that takes no time: its end would give up the report. */
const note = (workers: ReturnType<typeof openWorkers>, account: string): Promise<void> =>
  workers.note(account, new AbortController().signal);

/** As a process finds it that has not asked before. */
const shareOf = (account: string) => openWorkers(environment).shareOf(account);

test('workers are shared by the accounts they have worked for lately, and are forgotten after a minute', async () => {
  const [account, other] = [newId(), newId()];
  const [one, two] = [openWorkers(environment), openWorkers(environment)];
  expect(await shareOf(account)).toEqual({ workers: null, pace: null });
  await note(one, account);
  expect(await shareOf(account)).toEqual({ workers: 1, pace: null });
  expect((await shareOf(other)).workers).toBe(1 / 2);
  one.notePace(2);
  await note(one, account);
  await note(two, account);
  expect(await shareOf(account)).toEqual({ workers: 2, pace: 2 });
  now += MINUTE / 2;
  await note(two, other);
  expect((await shareOf(account)).workers).toBe(1);
  now += MINUTE / 2 + 1000;
  expect((await shareOf(other)).workers).toBe(1);
  now += MINUTE;
  expect(await shareOf(account)).toEqual({ workers: null, pace: null });
});

test('a process that is often asked for shares reads them every five seconds', async () => {
  const asked = openWorkers({ ...environment, runtime: { ...environment.runtime, elapsed: () => now } });
  using calls = recordCalls(isOfWorkers);
  for (const seconds of [0, 4, 1, 4]) {
    now += 1000 * seconds;
    await asked.shareOf(newId());
  }
  expect(calls.commands).toEqual(['GetItemCommand', 'GetItemCommand']);
});

test('a worker reports at intervals, whatever accounts it works for', async () => {
  const worker = openWorkers(environment);
  using calls = recordCalls(isOfWorkers);
  await note(worker, newId());
  for (let i = 0; i < 10; i++) await note(worker, newId());
  expect(calls.commands).toEqual(['GetItemCommand', 'UpdateItemCommand']);
});

test('with hundreds of workers and accounts a report costs one write unit, and an estimate half a read unit', async () => {
  const workers = Array.from({ length: 400 }, () => openWorkers(environment));
  const units: number[] = [];
  using _ = interceptCalls(async (call, proceed) => {
    const reply = await proceed({ ...call.input, ReturnConsumedCapacity: 'TOTAL' });
    units.push(
      (reply.output as { ConsumedCapacity: { CapacityUnits: number } }).ConsumedCapacity.CapacityUnits,
    );
    return reply;
  });
  for (const worker of workers) await note(worker, newId());
  expect(Math.max(...units)).toBe(1);
  units.length = 0;
  const { workers: share } = await shareOf(newId());
  expect(units).toEqual([0.5]);
  expect(share).toBeGreaterThan(0.5);
  expect(share).toBeLessThan(2);
});

test.each([
  [1, 'is repeated', 2],
  [2, 'twice is left out', 2],
])('a report that others were ahead of %i times %s', async (times, _, counted) => {
  now += 10 * MINUTE;
  const late = openWorkers(environment);
  const account = newId();
  const early = Array.from({ length: times }, () => openWorkers(environment));
  const comeFirst = (): void => {
    const next = early.pop();
    if (next === undefined) return;
    beforeNext(
      (call) => call.command === 'UpdateItemCommand',
      async () => {
        await note(next, account);
        comeFirst();
      },
    );
  };
  comeFirst();
  await note(late, account);
  expect((await shareOf(account)).workers).toBe(counted);
});

test.each<[string, Record<string, unknown>]>([
  ['an earlier version', { sketch: { workers: { rate: 1, seen: {} }, accounts: {}, means: {} }, writes: 7 }],
  ['a later version', { packed: Uint8Array.of(2, 3, 4), writes: 8, more: true }],
  ['nobody', { packed: 'no bytes', writes: 'many', sketch: null }],
])('of an item that %s has written nothing is known, until a worker has reported', async (_, item) => {
  now += 10 * MINUTE;
  const TableName = tableName(environment, 'jobs');
  await dynamodb().send(new PutCommand({ TableName, Item: { videoId: '#workers', ...item } }));
  const [account, worker] = [newId(), openWorkers(environment)];
  expect(await shareOf(account)).toEqual({ workers: null, pace: null });
  await note(worker, account);
  expect(await shareOf(account)).toEqual({ workers: 1, pace: null });
});

test('a report that fails is left out, and one that is under way when its step ends is given up', async () => {
  now += 10 * MINUTE;
  const account = newId();
  const [failing, hurried] = [openWorkers(environment), openWorkers(environment)];
  {
    using _ = interceptCalls(() => Promise.reject(new Error('out of reach')));
    await note(failing, account);
  }
  const step = new AbortController();
  const noted = hurried.note(account, step.signal);
  step.abort();
  await noted;
  expect(await shareOf(account)).toEqual({ workers: null, pace: null });
});
