import { existsSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { cachedBuild } from '../../../../local/site/build/build-cache.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const HASH = '0123456789abcdef';

const write = (content: string) => async (folder: string) =>
  writeFileSync(path.join(folder, 'index.html'), content);
const never = async (): Promise<void> => expect.unreachable();
const pageIn = (folder: string): string => readFileSync(path.join(folder, 'index.html'), 'utf8');

test('a build is made once for the same sources', async () => {
  using folder = temporaryFolder();
  const folders = [path.join(folder.path, 'builds')];
  const first = await cachedBuild({ hash: HASH, folders, build: write('one') });
  expect(pageIn(first)).toBe('one');
  expect(await cachedBuild({ hash: HASH, folders, build: never })).toBe(first);
});

test('of two that are made at once one is kept, and both starts have it', async () => {
  using folder = temporaryFolder();
  const { promise: bothBegan, resolve } = Promise.withResolvers<void>();
  let begun = 0;
  const build = (content: string) => async (draft: string) => {
    begun += 1;
    if (begun === 2) resolve();
    await bothBegan;
    await write(content)(draft);
  };
  const made = await Promise.all(
    ['one', 'two'].map((content) =>
      cachedBuild({ hash: HASH, folders: [folder.path], build: build(content) }),
    ),
  );
  expect(made[0]).toBe(made[1]);
  expect(['one', 'two']).toContain(pageIn(made[0] ?? ''));
  expect(readdirSync(folder.path)).toEqual([HASH]);
});

test('a build that fails leaves nothing, and the next start tries again', async () => {
  using folder = temporaryFolder();
  const failing = cachedBuild({
    hash: HASH,
    folders: [folder.path],
    async build(draft) {
      await write('half')(draft);
      throw new Error('no parser');
    },
  });
  await expect(failing).rejects.toThrow('no parser');
  expect(readdirSync(folder.path)).toEqual([]);
  await cachedBuild({ hash: HASH, folders: [folder.path], build: write('whole') });
});

test('where the first folder cannot be written to, the next one takes the build', async () => {
  using folder = temporaryFolder();
  const file = path.join(folder.path, 'file');
  writeFileSync(file, '');
  const second = path.join(folder.path, 'cache');
  const made = await cachedBuild({
    hash: HASH,
    folders: [path.join(file, 'dist'), second],
    build: write(''),
  });
  expect(made).toBe(path.join(second, HASH));
  await expect(
    cachedBuild({ hash: HASH, folders: [path.join(file, 'dist')], build: never }),
  ).rejects.toThrow();
});

test('the newest builds are kept, older ones and nothing else removed', async () => {
  using folder = temporaryFolder();
  for (const [i, name] of ['a', 'b', 'c', 'd'].entries()) {
    const build = path.join(folder.path, name.repeat(16));
    mkdirSync(build);
    utimesSync(build, i + 1, i + 1);
  }
  mkdirSync(path.join(folder.path, 'another'));
  await cachedBuild({ hash: HASH, folders: [folder.path], build: write('') });
  expect(readdirSync(folder.path).sort()).toEqual([HASH, 'another', 'c'.repeat(16), 'd'.repeat(16)]);
  expect(existsSync(path.join(folder.path, HASH, 'index.html'))).toBe(true);
});

test('a build that a start takes is none of the older ones: a service has its files from there', async () => {
  using folder = temporaryFolder();
  const names = ['a', 'b', 'c'].map((name) => name.repeat(16));
  const [oldest = '', , newest = ''] = names;
  for (const [i, name] of names.entries()) {
    const build = path.join(folder.path, name);
    mkdirSync(build);
    writeFileSync(path.join(build, 'index.html'), '');
    utimesSync(build, i + 1, i + 1);
  }
  await cachedBuild({ hash: oldest, folders: [folder.path], build: never, now: () => 4000 });
  await cachedBuild({ hash: HASH, folders: [folder.path], build: write('') });
  expect(readdirSync(folder.path).sort()).toEqual([HASH, oldest, newest].sort());
});

test('a draft that a killed build has left goes with the next build, one that may still be written stays', async () => {
  using folder = temporaryFolder();
  const draft = (id: string): string => `.${HASH}-00000000-0000-4000-8000-00000000000${id}`;
  for (const name of [draft('1'), draft('2')]) mkdirSync(path.join(folder.path, name));
  utimesSync(path.join(folder.path, draft('1')), 1, 1);
  await cachedBuild({ hash: HASH, folders: [folder.path], build: write('') });
  expect(readdirSync(folder.path).sort()).toEqual([draft('2'), HASH].sort());
});
