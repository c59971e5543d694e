import { randomBytes } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { assembleObject } from '../../../shared/stores/files/assemble-object.ts';
import { type MediaFiles, openMediaFiles } from '../../../shared/stores/files/media-files.ts';
import { startWorkbench } from '../../support/service/workbench.ts';
import { recordCalls } from '../../support/store-calls.ts';

const MIB = 1024 * 1024;
const TYPE = 'video/mp4';

let files: MediaFiles;

beforeAll(async () => {
  files = openMediaFiles((await startWorkbench()).environment);
});

async function opened(key: string, size: number) {
  await files.put(key, randomBytes(size), TYPE);
  const source = await files.open(key);
  if (source === null) throw new Error(`${key} is not there`);
  return source;
}

test('an object that is replaced while it is read is an error, never a mix', async () => {
  const source = await opened('replaced', 100);
  expect(await source.read(0, 50)).toHaveLength(50);
  await files.put('replaced', randomBytes(100), TYPE);
  await expect(source.read(50, 100)).rejects.toMatchObject({ name: 'PreconditionFailed' });
});

test('an object that is replaced while it is streamed is an error, never a mix', async () => {
  const size = 3 * MIB;
  await files.put('streamed', randomBytes(size), TYPE);
  const chunks = (await files.stream('streamed'))?.[Symbol.asyncIterator]();
  const first = await chunks?.next();
  expect(first?.value.length).toBeLessThan(size);
  await files.put('streamed', randomBytes(size), TYPE);
  await expect(chunks?.next()).rejects.toMatchObject({ name: 'PreconditionFailed' });
});

test('an object is not put together from pieces of a source that was replaced', async () => {
  const size = 6 * MIB;
  const source = await opened('source', size);
  await files.put('source', randomBytes(size), TYPE);
  const assembled = assembleObject(files, {
    sourceKey: 'source',
    source,
    targetKey: 'target',
    contentType: TYPE,
    pieces: [{ copy: { start: 0, end: size } }, { bytes: Buffer.from('end') }],
  });
  await expect(assembled).rejects.toMatchObject({ name: 'PreconditionFailed' });
  expect(await files.size('target')).toBeNull();
});

test('objects are deleted by the thousand, whether they are there or not; of none nobody is asked', async () => {
  const keys = Array.from({ length: 1001 }, (_, i) => `many/${i}`);
  const there = ['many/0', 'many/999', 'many/1000', 'many/1001'];
  for (const key of there) await files.put(key, randomBytes(1), TYPE);
  using calls = recordCalls(({ client }) => client === 'S3Client');
  await files.deleteMany([]);
  await files.deleteMany(keys);
  expect(calls.commands).toEqual(['DeleteObjectsCommand', 'DeleteObjectsCommand']);
  expect(await Promise.all(there.map((key) => files.size(key)))).toEqual([null, null, null, 1]);
});
