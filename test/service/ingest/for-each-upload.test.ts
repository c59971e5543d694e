import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { forEachUpload } from '../../../shared/service/ingest/for-each-upload.ts';
import { mediaKeys } from '../../../shared/stores/files/media-keys.ts';

const keys = Array.from({ length: 3 }, () => mediaKeys.upload(randomUUID(), randomUUID()));

/** Works on the keys; those that are named here fail. Returns the keys that had their turn, and what it threw. */
async function workThrough(failing: readonly string[]): Promise<{ tried: string[]; thrown: unknown }> {
  const tried: string[] = [];
  const work = async (key: string): Promise<void> => {
    tried.push(key);
    if (failing.includes(key)) throw new Error(key);
  };
  const thrown = await forEachUpload(keys, work).catch((error: unknown) => error);
  return { tried, thrown };
}

test('every upload of a notification has its turn, in order', async () => {
  expect(await workThrough([])).toEqual({ tried: keys, thrown: undefined });
});

test('one that fails does not keep the others from theirs, and the notification fails', async () => {
  const [first = ''] = keys;
  expect(await workThrough([first])).toEqual({ tried: keys, thrown: new Error(first) });
});

test('of several that fail all are reported', async () => {
  const { tried, thrown } = await workThrough(keys.slice(1));
  expect(tried).toEqual(keys);
  expect((thrown as AggregateError).errors).toEqual(keys.slice(1).map((key) => new Error(key)));
});

test('an object that is no upload of a video has no owner', async () => {
  const owners: unknown[] = [];
  await forEachUpload(['uploads/other', keys[0] ?? ''], async (_, owner) => void owners.push(owner));
  expect(owners).toEqual([null, { accountId: expect.any(String), videoId: expect.any(String) }]);
});
