import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'esbuild';
import { buildPackage } from '../../../../client/build/build-package.ts';
import manifest from '../../../../client/package.json' with { type: 'json' };
import { installed } from '../../installed.ts';
import { quietly } from '../command-output.ts';
import type { Generator } from '../generator.ts';

const ROOT = path.join(import.meta.dirname, '../../../..');
export const DRIVER_NAME = 'driver.ts';
const DRIVER = path.join(import.meta.dirname, '../drivers/video-metadata-client.ts');

/** The strictest checks that users are likely to have. */
const STRICTEST = {
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  target: 'es2022',
  noEmit: true,
};

const BUNDLER = { module: 'esnext', moduleResolution: 'bundler' };
const NODENEXT = { module: 'nodenext', moduleResolution: 'nodenext' };
const WITH_NODE = {
  lib: ['es2022', 'dom', 'dom.iterable'],
  typeRoots: [path.join(ROOT, 'node_modules/@types')],
  types: ['node'],
  skipLibCheck: true,
};

/** Installs the package, as it would be published, into an empty folder, without a network. */
export async function installPackage(folder: string): Promise<void> {
  const built = path.join(folder, 'built');
  await mkdir(folder, { recursive: true });
  await buildPackage(built);
  const packed = await quietly('npm', ['pack', '--json', '--pack-destination', folder], { cwd: built });
  const [{ filename }] = JSON.parse(packed) as [{ filename: string }];
  await writeFile(path.join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  const options = ['--offline', '--no-audit', '--no-fund', '--loglevel=error'];
  await quietly('npm', ['install', ...options, `./${filename}`], { cwd: folder });
}

async function checkTypes(folder: string, options: object, files: readonly string[]): Promise<void> {
  const project = path.join(folder, 'tsconfig.json');
  await writeFile(project, JSON.stringify({ compilerOptions: { ...STRICTEST, ...options }, files }));
  await quietly(path.join(ROOT, 'node_modules/.bin/tsc'), ['--project', project]);
}

/** Checks the declarations by themselves, where there are none of Node's. */
export const checkDeclarations = (folder: string): Promise<void> =>
  checkTypes(
    folder,
    { ...NODENEXT, lib: ['es2022', 'dom'], types: [] },
    ['index', 'node'].map((name) => `node_modules/${manifest.name}/${name}.d.ts`),
  );

/** Checks the types of programs beside the package, as users find packages. */
export async function checkPrograms(folder: string, programs: readonly string[]): Promise<void> {
  for (const resolution of [BUNDLER, NODENEXT])
    await checkTypes(folder, { ...resolution, ...WITH_NODE }, programs);
}

/** Makes scripts of programs. */
export async function makeScripts(folder: string, programs: readonly string[]): Promise<void> {
  const entryPoints = programs.map((program) => path.join(folder, program));
  await build({ entryPoints, outdir: folder, format: 'esm', target: 'es2022', logLevel: 'error' });
}

/** Brings the program of the package's user. */
export const copyDriver = (folder: string): Promise<void> => copyFile(DRIVER, path.join(folder, DRIVER_NAME));

/** The package on a version of Node. @param node gives the command */
const onNode = (version: string, node: () => Promise<string>): Generator => ({
  name: `${manifest.name}, Node ${version}`,
  version: manifest.version,
  needs: ['npm'],
  generate: ({ folder }) => installPackage(folder),
  async compile({ folder }) {
    await copyDriver(folder);
    await checkPrograms(folder, [DRIVER_NAME]);
    await makeScripts(folder, [DRIVER_NAME]);
  },
  program: async ({ folder }) => ({ command: await node(), args: [path.join(folder, 'driver.js')] }),
});

/** Node as npm has it. */
async function nodeFromNpm(version: string): Promise<string> {
  const name = `node-${process.platform}-${process.arch}`;
  const folder = await installed(`node-${version}`, async (empty) => {
    await writeFile(path.join(empty, 'package.json'), '{ "private": true }');
    const options = ['--no-audit', '--no-fund', '--loglevel=error'];
    await quietly('npm', ['install', ...options, `${name}@${version}`], { cwd: empty });
  });
  return path.join(folder, 'node_modules', name, 'bin/node');
}

export const onThisNode = onNode(process.versions.node, async () => process.execPath);

/** The oldest version that the package runs on, the ones after, and this one. */
export const ownPackage: readonly Generator[] = [
  ...['20.6.0', '22.12.0'].map((version) => onNode(version, () => nodeFromNpm(version))),
  onThisNode,
];
