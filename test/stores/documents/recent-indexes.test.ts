import { expect, test } from 'vitest';
import { BlockIndex, type StoredBlock } from '../../../shared/stores/documents/block-index.ts';
import { keepIndex, recentIndex } from '../../../shared/stores/documents/recent-indexes.ts';

const block: StoredBlock = {
  key: 'k',
  at: 0,
  bytes: 1,
  size: 1,
  digest: 'd',
  count: 1,
  layers: [],
  search: { marks: null },
  weight: { values: 0, containers: 0, kinds: 0 },
};
const indexOf = (blocks: number): BlockIndex => new BlockIndex(Array<StoredBlock>(blocks).fill(block));

/** Asks for the index at a place. @returns whether it was read */
async function isRead(place: string, blocks = 1): Promise<boolean> {
  let reads = 0;
  await recentIndex(place, async () => {
    reads += 1;
    return indexOf(blocks);
  });
  return reads > 0;
}

test('an index is read once, and one that was written not at all', async () => {
  expect([await isRead('a'), await isRead('a')]).toEqual([true, false]);
  keepIndex('written', Promise.resolve(indexOf(1)));
  expect(await isRead('written')).toBe(false);
});

test('those that were asked for last are kept', async () => {
  const places = Array.from({ length: 8 }, (_, i) => `of eight ${i}`);
  for (const place of places) await isRead(place);
  await isRead('of eight 0');
  await isRead('a ninth');
  expect([await isRead('of eight 0'), await isRead('of eight 1')]).toEqual([false, true]);
});

test('an index that cannot be read is asked for again, and one of very many blocks is not kept', async () => {
  await expect(recentIndex('broken', () => Promise.reject(new Error('gone')))).rejects.toThrow('gone');
  expect(await isRead('broken')).toBe(true);
  expect([await isRead('large', 5000), await isRead('large', 5000)]).toEqual([true, true]);
});
