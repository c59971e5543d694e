import { execFileSync } from 'node:child_process';
import { chmod, lstat, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { replaceFile } from '../../../client/files/replace-file.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

let folder: ReturnType<typeof temporaryFolder>;
const at = (name: string): string => path.join(folder.path, name);
const writing = (text: string) => (target: string) => writeFile(target, text);

beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder[Symbol.dispose]());

test('a file that is there is replaced, and files beside it are left', async () => {
  await writeFile(at('a.mp4'), 'old');
  await writeFile(at('a.mp4.part'), 'of the user');
  await replaceFile(at('a.mp4'), writing('new'));
  expect(await readFile(at('a.mp4'), 'utf8')).toBe('new');
  expect(await readFile(at('a.mp4.part'), 'utf8')).toBe('of the user');
  expect((await readdir(folder.path)).sort()).toEqual(['a.mp4', 'a.mp4.part']);
});

test('what fails while it is written leaves what was there, and nothing else', async () => {
  await writeFile(at('a.mp4'), 'old');
  const failing = replaceFile(at('a.mp4'), async (target) => {
    await writeFile(target, 'ne');
    throw new Error('broken off');
  });
  await expect(failing).rejects.toThrow('broken off');
  expect(await readFile(at('a.mp4'), 'utf8')).toBe('old');
  expect(await readdir(folder.path)).toEqual(['a.mp4']);
});

test('a link stays one: what it names is replaced, or made', async () => {
  await writeFile(at('kept.mp4'), 'old');
  await symlink(at('kept.mp4'), at('link.mp4'));
  await symlink(at('made.mp4'), at('loose.mp4'));
  await replaceFile(at('link.mp4'), writing('new'));
  await replaceFile(at('loose.mp4'), writing('new'));
  for (const link of ['link.mp4', 'loose.mp4']) expect((await lstat(at(link))).isSymbolicLink()).toBe(true);
  expect(await readFile(at('kept.mp4'), 'utf8')).toBe('new');
  expect(await readFile(at('made.mp4'), 'utf8')).toBe('new');
});

test.skipIf(process.platform === 'win32')('a pipe stays a pipe, and gets the data', async () => {
  execFileSync('mkfifo', [at('pipe')]);
  const read = readFile(at('pipe'), 'utf8');
  await replaceFile(at('pipe'), writing('new'));
  expect(await read).toBe('new');
  expect((await lstat(at('pipe'))).isFIFO()).toBe(true);
});

test.skipIf(process.getuid?.() === 0)('a write-protected file is left', async () => {
  await writeFile(at('a.mp4'), 'old');
  await chmod(at('a.mp4'), 0o444);
  await expect(replaceFile(at('a.mp4'), writing('new'))).rejects.toThrow('EACCES');
  expect(await readFile(at('a.mp4'), 'utf8')).toBe('old');
});
