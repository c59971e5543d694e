import { expect, test } from 'vitest';
import { TABLES, type TableSpec } from '../../shared/contract/resources.ts';
import { STREAM_CONSUMERS } from '../../shared/contract/stream-consumers.ts';

const read = STREAM_CONSUMERS.flatMap(({ streams }) => streams);

test('functions are fed from tables that have a stream', () => {
  const specs: Record<string, TableSpec> = TABLES;
  expect(read.filter((table) => specs[table]?.stream === undefined)).toEqual([]);
});

test('a stream has one reader at most: the local service keeps what that has not read', () => {
  expect(read).toEqual([...new Set(read)]);
});
