import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test } from 'vitest';
import { dynamodb, tableName } from '../../../shared/stores/dynamodb/client.ts';
import {
  coarseSweepAt,
  dueItems,
  SWEEP_PARTITIONS,
  sweepEntry,
} from '../../../shared/stores/dynamodb/sweep.ts';
import { startWorkbench } from '../../support/service/workbench.ts';

const { environment } = await startWorkbench();
const TableName = tableName(environment, 'outbox');
const ids = Array.from({ length: 200 }, (_, i) => `item-${i}`);

const put = (item: Record<string, unknown>) => dynamodb().send(new PutCommand({ TableName, Item: item }));

test('entries are spread over all partitions, those of an id always in the same', () => {
  const partitions = ids.map((id) => sweepEntry(id, 1).sweep);
  const counts = Map.groupBy(partitions, (partition) => partition);
  expect(counts.size).toBe(SWEEP_PARTITIONS);
  for (const { length } of counts.values()) expect(length).toBeLessThan((2 * ids.length) / SWEEP_PARTITIONS);
  expect(ids.map((id) => sweepEntry(id, 2).sweep)).toEqual(partitions);
});

test('items of every partition are due, also of the one that earlier versions had, and none before its time', async () => {
  await put({ id: 'earlier', sweep: 'due', sweepAt: 100 });
  for (const [i, id] of ids.slice(0, 30).entries()) await put({ id, ...sweepEntry(id, 100 + (i % 2)) });
  const due = async (now: number) => {
    const found: unknown[] = [];
    for await (const { id } of dueItems<{ id: string }>(TableName, now)) found.push(id);
    return found.sort();
  };
  expect(await due(99)).toEqual([]);
  expect(await due(100)).toEqual(['earlier', ...ids.slice(0, 30).filter((_, i) => i % 2 === 0)].sort());
  expect(await due(101)).toHaveLength(31);
});

test('a coarse time is up to five minutes early, moves every five minutes, and for each id at another time', () => {
  const MINUTE = 60_000;
  const now = 1_900_000_000_000;
  const times = (id: string) => Array.from({ length: 3600 }, (_, s) => coarseSweepAt(id, now + 1000 * s));
  for (const id of ids.slice(0, 10)) {
    const found = times(id);
    for (const [s, at] of found.entries()) {
      expect(now + 1000 * s - at).toBeGreaterThanOrEqual(0);
      expect(now + 1000 * s - at).toBeLessThan(5 * MINUTE);
    }
    expect(new Set(found).size).toBeLessThanOrEqual(13);
  }
  expect(new Set(ids.map((id) => coarseSweepAt(id, now))).size).toBeGreaterThan(190);
});
