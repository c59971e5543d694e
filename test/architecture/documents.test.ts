import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { TABLES } from '../../shared/contract/resources.ts';
import { missingPaths, treeOf } from './named-paths.ts';
import { RULE, UNRULED } from './rule.ts';

const root = path.resolve(import.meta.dirname, '../..');
const tree = treeOf(root);
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');
const DOCUMENTS = tree.filter((file) => file.endsWith('.md'));

/** Files whose comments and messages name documents. */
const SOURCE = /(\.tsx?|\.py|\.json|Dockerfile)$/;

/** Where `vms models pull` puts weights, and `npm start` the built console; git ignores it. */
const MADE = /^(models\/weights|console\/dist)(\/|$)/;

const KERNEL = 'shared/kernel';
const isKernel = (part: string): boolean => part.startsWith(`${KERNEL}/`);
const parts = Object.keys(RULE);
/** The parts as the documents list them: the kernel as one. */
const listed = [...new Set(parts.map((part) => (isKernel(part) ? KERNEL : part)))];
const kernelParts = parts.filter(isKernel).map((part) => path.posix.basename(part));

/** What stands between a heading and the next. */
const section = (document: string, heading: string): string =>
  read(document)
    .split(/^## /m)
    .find((text) => text.startsWith(`${heading}\n`)) ?? '';

/** The lines of the block under "Parts" in docs/architecture.md: folders, and what is in them. */
const block = (section('docs/architecture.md', 'Parts').split('```')[1] ?? '')
  .trim()
  .split('\n')
  .map((line) => {
    const [folders = '', content = ''] = line.split(/ {2,}/);
    return { folders: folders.split(', '), content };
  });

describe('the documents agree with the tree', () => {
  test.each(DOCUMENTS)('%s names no path that does not exist', (document) => {
    expect(missingPaths(read(document), tree).filter((name) => !MADE.test(name))).toEqual([]);
  });

  test.each(DOCUMENTS)('%s has no link to a file that does not exist', (document) => {
    const links = [...read(document).matchAll(/\]\(([^)#\s:]+)(#[^)]*)?\)/g)].map(([, target = '']) =>
      path.posix.join(path.posix.dirname(document), target),
    );
    expect(links.filter((link) => !tree.includes(link))).toEqual([]);
  });

  test.each(DOCUMENTS)('%s has no line over 120 characters', (document) => {
    expect(
      read(document)
        .split('\n')
        .filter((line) => line.length > 120),
    ).toEqual([]);
  });

  test('code names no document that does not exist', () => {
    const named = tree
      .filter((file) => SOURCE.test(file) && file !== 'test/architecture/documents.test.ts')
      .flatMap((file) =>
        [...read(file).matchAll(/\b(docs|research)\/[\w/-]+\.md\b/g)].map(([name]) => ({ file, name })),
      );
    expect(named.filter(({ name }) => !tree.includes(name))).toEqual([]);
  });

  test('docs/architecture.md has the parts of the rule, and those that only measure and test', () => {
    expect(block.flatMap(({ folders }) => folders).sort()).toEqual([...listed, ...UNRULED].sort());
  });

  test('docs/architecture.md has a row for every table', () => {
    const rows = section('docs/architecture.md', 'Storage').matchAll(/^\| (\w+) \|/gm);
    const [, ...names] = [...rows].map(([, name]) => name);
    expect(names.sort()).toEqual(Object.keys(TABLES).sort());
  });

  test('docs/architecture.md names the parts of the kernel', () => {
    const kernel = block.find(({ folders }) => folders.includes(KERNEL));
    expect(kernel?.content).toContain(kernelParts.join(', '));
  });
});

describe('a path that does not exist is found', () => {
  const known = ['shared', 'shared/stores', 'shared/stores/videos.ts', 'docs/cost.md'];

  test.each([
    ['in a code span', 'see `shared/stores/jobs.ts`', 'shared/stores/jobs.ts'],
    ['with the line that it points to', 'see `shared/jobs.ts:31`', 'shared/jobs.ts'],
    ['a folder', 'in `shared/jobs/`', 'shared/jobs'],
    ['a file without its folders', 'see `jobs.ts`', 'jobs.ts'],
    ['an argument of a command', '```sh\nnode shared/run.ts --all\n```', 'shared/run.ts'],
  ])('%s', (_, markdown, missing) => {
    expect(missingPaths(markdown, known)).toEqual([missing]);
  });

  test.each(['`videos.ts`', '`stores/videos.ts`', '`shared/stores/`', '`GET /api/docs`', 'shared/jobs.ts'])(
    'but %s is not one',
    (markdown) => {
      expect(missingPaths(markdown, known)).toEqual([]);
    },
  );
});
