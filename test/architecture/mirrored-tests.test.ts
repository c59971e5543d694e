import path from 'node:path';
import { expect, test } from 'vitest';
import { treeOf } from './named-paths.ts';

/** Folders of tests about the whole service or the repository, and of what tests share. */
const UNMIRRORED = new Set([
  'architecture',
  'browser',
  'clips',
  'conformance',
  'endpoints',
  'fuzz',
  'long-runs',
  'mutants',
  'reliability',
  'support',
]);

const tree = treeOf(path.resolve(import.meta.dirname, '../..'));
const known = new Set(tree);

test('a test of one part is in the folder that its source has, below test', () => {
  const folders = tree
    .filter((file) => file.startsWith('test/') && file.endsWith('.test.ts'))
    .map((file) => path.posix.relative('test', path.posix.dirname(file)))
    .filter((folder) => !UNMIRRORED.has(folder.split('/')[0] ?? ''));
  expect(folders.filter((folder) => !known.has(folder) && !known.has(`shared/${folder}`))).toEqual([]);
});
