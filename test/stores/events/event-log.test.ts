import { expect, test } from 'vitest';
import { EVENT_RETENTION_DAYS } from '../../../shared/contract/events.ts';
import { uuidv7 } from '../../../shared/domain/ids.ts';
import { systemRuntime } from '../../../shared/kernel/runtime/runtime.ts';
import { tableName } from '../../../shared/stores/dynamodb/client.ts';
import { deleteItem } from '../../../shared/stores/dynamodb/write.ts';
import { type NewEvent, openEventLog, openEventReader } from '../../../shared/stores/events/event-log.ts';
import { loseNextReply } from '../../support/faults/lost-replies.ts';
import { startWorkbench } from '../../support/service/workbench.ts';
import { interceptCalls } from '../../support/store-calls.ts';
import { tableItems } from '../../support/videos/table-items.ts';

const bench = await startWorkbench();
const log = openEventLog(bench.environment);
const reader = openEventReader(bench.environment);

const newAccount = () => uuidv7(systemRuntime);
const eventOf = (id: string): NewEvent => ({
  id,
  type: 'video.processed',
  timestamp: '2026-11-28T10:00:00.000Z',
  data: { videoId: 'v' },
});
const append = (accountId: string, id: string) => log.append(accountId, eventOf(id), async () => true);
const ids = async (accountId: string) => (await reader.after(accountId, 0, 1000)).map(({ id }) => id);

test('events of an account are numbered 1, 2, 3, whatever others have', async () => {
  const [account, other] = [newAccount(), newAccount()];
  const appended = [await append(account, 'a'), await append(other, 'x'), await append(account, 'b')];
  expect(appended.map((event) => event?.sequence)).toEqual([1, 1, 2]);
  expect(await ids(account)).toEqual(['a', 'b']);
  expect([await reader.newest(account), await reader.newest(newAccount())]).toEqual([2, 0]);
});

test('an event that is appended again, after others too, keeps its number and stands once', async () => {
  const account = newAccount();
  const first = await append(account, 'a');
  for (const id of ['b', 'c']) await append(account, id);
  expect(await append(account, 'a')).toEqual(first);
  expect(await ids(account)).toEqual(['a', 'b', 'c']);
});

test('forty writers, each event at four of them at a time, leave each event once and no gap', async () => {
  const account = newAccount();
  const each = Array.from({ length: 10 }, (_, i) => `e${i}`);
  await Promise.all(
    Array.from({ length: 4 }, () => each).flatMap((some) => some.map((id) => append(account, id))),
  );
  const events = await reader.after(account, 0, 1000);
  expect(events.map(({ sequence }) => sequence)).toEqual(each.map((_, i) => i + 1));
  expect(events.map(({ id }) => id).sort()).toEqual(each);
});

test('an event whose replies from the store are lost stands once', async () => {
  for (const spared of [0, 1]) {
    const account = newAccount();
    using lost = loseNextReply(
      ({ client, command }) => client === 'DynamoDBClient' && /Put|Update/.test(command),
      spared,
    );
    await append(account, 'a').catch(() => append(account, 'a'));
    await append(account, 'b');
    expect(lost.commands).toHaveLength(1);
    expect(await ids(account)).toEqual(['a', 'b']);
    expect(await reader.newest(account)).toBe(2);
  }
});

test('numbers go on where all events have expired', async () => {
  const account = newAccount();
  for (const id of ['a', 'b']) await append(account, id);
  for (const sequence of [1, 2])
    await deleteItem(tableName(bench.environment, 'events'), { accountId: account, sequence });
  expect(await reader.newest(account)).toBe(2);
  expect((await append(account, 'c'))?.sequence).toBe(3);
});

test('an event goes after its days, and the number of the last never', async () => {
  const account = newAccount();
  await append(account, 'a');
  const expiries: unknown[] = [];
  for await (const item of tableItems(bench.environment, 'events'))
    if (item.accountId === account && Number(item.sequence) >= 0)
      expiries.push([item.sequence, item.expiresAt]);
  const inSeconds = bench.environment.runtime.now() / 1000 + EVENT_RETENTION_DAYS * 24 * 3600;
  expect(expiries).toEqual([
    [0, undefined],
    [1, expect.closeTo(inSeconds, -2)],
  ]);
});

test('an event that is announced again a day later, after many others, keeps its number', async () => {
  const account = newAccount();
  const first = await append(account, 'a');
  bench.advance(23 * 3600_000);
  for (const id of ['b', 'c']) await append(account, id);
  expect(await append(account, 'a')).toEqual(first);
});

test('appending costs as many calls after many events as after few', async () => {
  const account = newAccount();
  const calls = async (id: string): Promise<number> => {
    let count = 0;
    using _ = interceptCalls((_call, proceed) => {
      count++;
      return proceed();
    });
    await append(account, id);
    return count;
  };
  const first = await calls('e0');
  for (let i = 1; i < 200; i++) await append(account, `e${i}`);
  expect(await calls('last')).toBe(first);
});

test('an account that may not begin has no event', async () => {
  const account = newAccount();
  const refused = async () => false;
  expect(await log.append(account, eventOf('a'), refused)).toBeNull();
  expect(await reader.newest(account)).toBe(0);
  await append(account, 'b');
  expect((await log.append(account, eventOf('c'), refused))?.sequence).toBe(2);
});
