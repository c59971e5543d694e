import { readdirSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');

/**
 * What each part of the tree may import, besides itself. The order is the direction in which data flows:
 * contract ← domain ← stores ← http ← functions.
 */
const allowed: Record<string, readonly string[]> = {
  'shared/contract': [],
  'shared/vision': [],
  'shared/domain': ['shared/contract'],
  'shared/media': ['shared/contract', 'shared/vision'],
  'shared/inference': ['shared/vision', 'models'],
  'shared/stores': ['shared/contract', 'shared/domain'],
  'shared/http': ['shared/contract', 'shared/domain', 'shared/stores'],
  functions: [
    'shared/contract',
    'shared/domain',
    'shared/stores',
    'shared/http',
    'shared/media',
    'shared/vision',
    'shared/inference',
  ],
  client: ['shared/contract'],
  lib: ['shared/contract'],
  bin: ['lib'],
  models: ['shared/inference'],
  local: [
    'functions',
    'shared/contract',
    'shared/domain',
    'shared/stores',
    'shared/http',
    'shared/inference',
  ],
  cli: [
    'client',
    'local',
    'shared/contract',
    'shared/domain',
    'shared/stores',
    'shared/media',
    'shared/inference',
  ],
};

const partOf = (file: string): string =>
  file.startsWith('shared/') ? file.split('/').slice(0, 2).join('/') : (file.split('/')[0] ?? '');

async function importGraph(files: string[]): Promise<Map<string, string[]>> {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: files,
    bundle: true,
    write: false,
    metafile: true,
    outdir: 'unused',
    format: 'esm',
    platform: 'node',
    packages: 'external',
    loader: { '.json': 'json' },
    logLevel: 'silent',
  });
  return new Map(
    Object.entries(metafile.inputs).map(([file, { imports }]) => [
      file,
      imports.filter((i) => !i.external).map((i) => i.path),
    ]),
  );
}

function violations(graph: Map<string, string[]>): string[] {
  return [...graph].flatMap(([file, imports]) => {
    const from = partOf(file);
    const permitted = allowed[from];
    if (permitted === undefined) return [];
    return imports
      .filter((to) => partOf(to) !== from && !permitted.includes(partOf(to)))
      .map((to) => `${file} imports ${to}`);
  });
}

test('every part of the tree imports only what the dependency rule allows', async () => {
  const files = Object.keys(allowed).flatMap((part) =>
    readdirSync(path.join(root, part), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
      .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name))),
  );
  expect(violations(await importGraph(files))).toEqual([]);
});

test('the rule is enforced: an import against the direction is reported', () => {
  const graph = new Map([
    ['shared/contract/routes.ts', ['shared/stores/videos.ts', 'shared/contract/errors.ts']],
  ]);
  expect(violations(graph)).toEqual(['shared/contract/routes.ts imports shared/stores/videos.ts']);
});
