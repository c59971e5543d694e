import { beforeAll, expect, test } from 'vitest';
import { tableName } from '../../../shared/stores/dynamodb/client.ts';
import { condition, update } from '../../../shared/stores/dynamodb/expression.ts';
import { getItem } from '../../../shared/stores/dynamodb/read.ts';
import { deleteItem, putItem, updateItem, writeOnce } from '../../../shared/stores/dynamodb/write.ts';
import { startWorkbench } from '../../support/service/workbench.ts';

let table: string;

beforeAll(async () => {
  table = tableName((await startWorkbench()).environment, 'limits');
});

test('a condition that does not hold is a value, and changes nothing', async () => {
  const item = { counter: 'conditions', requests: 1 };
  const isNew = condition`attribute_not_exists(#counter)`;
  const key = { counter: item.counter };
  expect(await putItem(table, item, isNew)).toEqual(item);
  expect(await putItem(table, { ...item, requests: 2 }, isNew)).toBeNull();
  expect(await updateItem(table, key, update`ADD requests ${1}`, { when: isNew })).toBeNull();
  await deleteItem(table, key, isNew);
  expect(await getItem(table, key)).toEqual(item);
});

test('an update answers the whole item as it is afterwards', async () => {
  const key = { counter: 'updates' };
  await putItem(table, { ...key, requests: 1 });
  expect(await updateItem(table, key, update`SET expiresAt = ${5}`)).toEqual({
    ...key,
    requests: 1,
    expiresAt: 5,
  });
});

test('any other failure is thrown', async () => {
  await expect(updateItem(table, { counter: 'failures' }, update`SET #counter = ${1}`)).rejects.toThrow(
    'key',
  );
});

const failing = async (): Promise<never> => {
  throw new Error('socket hang up');
};

test.each([
  ['made at once', async () => ({ id: 'ours' }), null, true],
  ['made by an attempt whose reply was lost', async () => null, { id: 'ours' }, true],
  ['made although every reply was lost', failing, { id: 'ours' }, true],
  ['not made where the item of another stands', async () => null, { id: 'theirs' }, false],
  ['not made where no item stands any more', async () => null, null, false],
])('a write counts as %s', async (_, write, standing, made) => {
  const outcome = await writeOnce(
    write,
    async () => standing,
    ({ id }) => id === 'ours',
  );
  expect(outcome).toEqual({ made, standing: standing ?? (made ? { id: 'ours' } : null) });
});

test.each([null, { id: 'theirs' }])(
  'a write that failed and was not made throws, with %o in place',
  async (standing) => {
    const outcome = writeOnce<{ id: string }>(
      failing,
      async () => standing,
      ({ id }) => id === 'ours',
    );
    await expect(outcome).rejects.toThrow('socket hang up');
  },
);
