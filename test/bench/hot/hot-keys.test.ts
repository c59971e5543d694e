import { expect, test } from 'vitest';
import type { KeyUse } from '../../../bench/cost/key-use.ts';
import { hotKeys } from '../../../bench/hot/hot-keys.ts';
import { LOAD, ratesOf } from '../../../bench/hot/workload.ts';

const use = (given: Pick<KeyUse, 'table' | 'key'> & Partial<KeyUse>): KeyUse => ({
  index: null,
  readUnits: 0,
  writeUnits: 0,
  ...given,
});

const hottest = (measured: Record<string, KeyUse[]>, store: string, key: string) =>
  hotKeys(new Map(Object.entries(measured))).find((hot) => hot.store === store && hot.key === key);

test('all requests together are as many as the load says', () => {
  const rates = ratesOf(['metadata/get-metadata', 'videos/get-video', 'a/b', 'c/d', 'ingest']);
  const requests = [...rates].filter(([name]) => name.includes('/')).reduce((sum, [, rate]) => sum + rate, 0);
  expect(requests).toBeCloseTo(LOAD.requests);
  expect(rates.get('a/b')).toBe(rates.get('c/d'));
});

test('of a key that all share the load is the sum over all work, evenly over the partitions of an index', () => {
  const entry = { table: 'outbox', index: 'by-sweep', writeUnits: 1 } as const;
  const measured = {
    segment: [use({ ...entry, key: 'due#1' })],
    relay: [use({ ...entry, key: 'due#7', writeUnits: 2 })],
  };
  const rates = ratesOf(['segment', 'relay']);
  expect(hottest(measured, 'outbox by-sweep', 'sweep, one of 8')?.writeUnits).toBeCloseTo(
    ((rates.get('segment') ?? 0) + 2 * (rates.get('relay') ?? 0)) / 8,
  );
});

test('of a key of an account it is the request that takes most, with what follows, as often as its tier admits', () => {
  const account = { table: 'usage', key: 'a' } as const;
  const measured = {
    'a/b': [
      use({ ...account, writeUnits: 2 }),
      use({ ...account, writeUnits: 1 }),
      use({ ...account, readUnits: 1 }),
    ],
    'c/d': [use({ ...account, readUnits: 4 })],
    'objects/create-surface': [use({ ...account, writeUnits: 1 })],
    surface: [use({ ...account, writeUnits: 4 })],
  };
  expect(hottest(measured, 'usage', 'accountId')).toMatchObject({
    writeUnits: 5 * LOAD.busiest,
    readUnits: 4 * LOAD.busiest,
  });
});

test('keys of one kind are looked at one by one, and those of a request count once', () => {
  const measured = {
    'a/b': [
      use({ table: 'keys', key: 'one', readUnits: 1 }),
      use({ table: 'keys', key: 'other', readUnits: 2 }),
      use({ table: 'idempotency', key: 'a#r#k', writeUnits: 2 }),
    ],
  };
  expect(hottest(measured, 'keys', 'keyHash')?.readUnits).toBe(2 * LOAD.busiest);
  expect(hottest(measured, 'idempotency', 'requestKey')?.writeUnits).toBe(2);
});

test('the sketch of 1,000 workers takes at most five write units a second', () => {
  expect(hottest({}, 'jobs', '#workers')?.writeUnits).toBeLessThanOrEqual(5);
});
