import { readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { cycles } from './cycles.ts';
import { folderGraph } from './folder-graph.ts';
import { type Imports, importGraph, importsOf } from './imports.ts';
import { CORE, LAYERED, partOf, RULE, UNRULED } from './rule.ts';

const root = path.resolve(import.meta.dirname, '../..');
const graph = importGraph(root, [...new Set(Object.keys(RULE).map((part) => part.split('/')[0] ?? ''))]);

/** What of a file's imports the rule does not allow. */
function violations(file: string, { files, packages, node }: Imports): string[] {
  const part = partOf(file);
  const allowance = RULE[part];
  if (allowance === undefined) return [`${file} is in no part of the rule`];
  const { parts, packages: permitted = [], node: runsInNode = true } = allowance;
  return [
    ...files.filter((to) => partOf(to) !== part && !parts.includes(partOf(to))),
    ...packages.filter((name) => !permitted.includes(name)),
    ...(runsInNode ? [] : node),
  ].map((to) => `${file} imports ${to}`);
}

const violationsOf = (file: string, source: string): string[] => violations(file, importsOf(file, source));

describe('the dependency rule', () => {
  test('holds for every import of every file', () => {
    expect([...graph].flatMap(([file, imports]) => violations(file, imports))).toEqual([]);
  });

  test('knows every folder with code', () => {
    const folders = readdirSync(root, { withFileTypes: true })
      .filter(
        (entry) =>
          entry.isDirectory() && !/^\.|^(node_modules|cdk\.out|dist|out|docs|examples)$/.test(entry.name),
      )
      .map(({ name }) => name);
    const known = new Set([...Object.keys(RULE).map((part) => part.split('/')[0]), ...UNRULED]);
    expect(folders.filter((folder) => !known.has(folder))).toEqual([]);
  });

  test('names no part, and allows no package, that is not there or not used', () => {
    const used = (part: string): Set<string> =>
      new Set([...graph].flatMap(([file, { packages }]) => (partOf(file) === part ? packages : [])));
    const idle = Object.entries(RULE).flatMap(([part, { packages = [] }]) =>
      packages.filter((name) => !used(part).has(name)).map((name) => `${part}: ${name}`),
    );
    expect(idle).toEqual([]);
    const parts = new Set([...graph.keys()].map(partOf));
    expect(Object.keys(RULE).filter((part) => !parts.has(part))).toEqual([]);
  });

  test('allows no part that is not used, those of the core apart', () => {
    const used = (part: string): Set<string> =>
      new Set([...graph].flatMap(([file, { files }]) => (partOf(file) === part ? files.map(partOf) : [])));
    const idle = Object.entries(RULE).flatMap(([part, { parts }]) =>
      parts.filter((to) => !CORE.includes(to) && !used(part).has(to)).map((to) => `${part}: ${to}`),
    );
    expect(idle).toEqual([]);
  });

  test('goes one way: no part may import, by way of others, what may import it', () => {
    expect(cycles(new Map(Object.entries(RULE).map(([part, { parts }]) => [part, parts])))).toEqual([]);
  });

  test('has no circle of files, types included', () => {
    expect(cycles(new Map([...graph].map(([file, { files }]) => [file, files])))).toEqual([]);
  });

  test.each(LAYERED)('has no circle of folders in %s', (part) => {
    expect(cycles(folderGraph(graph, part))).toEqual([]);
  });
});

describe('the rule is enforced', () => {
  test.each([
    ['an import against the direction', "import { openVideos } from '../stores/videos/videos.ts';"],
    ['an import of a type', "import type { Videos } from '../stores/videos/videos.ts';"],
    ['a type named in place', "export type Videos = import('../stores/videos/videos.ts').Videos;"],
    ['a dynamic import', "await import('../stores/videos/videos.ts');"],
    ['what is handed on', "export * from '../stores/videos/videos.ts';"],
  ])('on %s', (_, source) => {
    expect(violationsOf('shared/contract/routes.ts', source)).toEqual([
      'shared/contract/routes.ts imports shared/stores/videos/videos.ts',
    ]);
  });

  test('on a package that its part may not use', () => {
    const source = "import { S3Client } from '@aws-sdk/client-s3';\nimport { z } from 'zod/v4';";
    expect(violationsOf('shared/domain/video.ts', source)).toEqual([
      'shared/domain/video.ts imports @aws-sdk/client-s3',
    ]);
  });

  test("on a module of Node's in what runs in browsers", () => {
    expect(violationsOf('shared/contract/range.ts', "import path from 'node:path';")).toEqual([
      'shared/contract/range.ts imports node:path',
    ]);
  });

  test('on a file of a part that it does not know', () => {
    expect(violationsOf('shared/utils/text.ts', '')).toEqual([
      'shared/utils/text.ts is in no part of the rule',
    ]);
  });

  test('on a circle', () => {
    const graph = new Map([
      ['a', ['b']],
      ['b', ['c', 'd']],
      ['c', ['a']],
      ['d', []],
    ]);
    expect(cycles(graph)).toEqual([['a', 'b', 'c']]);
  });

  test('on a circle of folders that no files form', () => {
    const imports = (...files: string[]): Imports => ({ files, packages: [], node: [] });
    const graph = new Map([
      ['media/container/boxes.ts', imports('media/probe/sniff.ts')],
      ['media/probe/sniff.ts', imports('media/error.ts')],
      ['media/probe/probe.ts', imports('media/container/boxes.ts')],
      ['media/error.ts', imports('kernel/bytes.ts')],
    ]);
    expect(cycles(folderGraph(graph, 'media'))).toEqual([['media/container', 'media/probe']]);
  });
});
