import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type BuildOptions, build } from 'esbuild';
import { contractAsData } from './contract-as-data.ts';
import { packageDeclarations } from './declarations.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** What is published as it is. */
const COPIED = ['client/package.json', 'client/README.md', 'LICENSE'];

/** How the modules of the package are made: two entries that share a part. */
export const BUNDLING = {
  absWorkingDir: ROOT,
  entryPoints: { index: 'client/package/entry.ts', node: 'client/files/entry.ts' },
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'neutral',
  // What all that have `AbortSignal.any` know.
  target: 'es2022',
  external: ['node:*'],
  plugins: [contractAsData],
  logLevel: 'warning',
} satisfies BuildOptions;

/** Makes the modules of the package in a folder. */
export const buildModules = (outdir: string) => build({ ...BUNDLING, outdir });

/** Makes the package in a folder, in place of what was there. */
export async function buildPackage(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const [declarations] = await Promise.all([
    packageDeclarations(),
    buildModules(folder),
    ...COPIED.map((file) => copyFile(path.join(ROOT, file), path.join(folder, path.basename(file)))),
  ]);
  for (const [name, text] of Object.entries(declarations)) await writeFile(path.join(folder, name), text);
}
