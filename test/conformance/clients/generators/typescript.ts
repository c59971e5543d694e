import { copyFile, mkdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'esbuild';
import { installed } from '../../installed.ts';
import { quietly } from '../command-output.ts';
import type { Generator, Task } from '../generator.ts';
import { OPENAPI_GENERATOR_VERSION, openapiGenerator } from './openapi-generator.ts';

const ROOT = path.join(import.meta.dirname, '../../../..');
const DRIVERS = path.join(import.meta.dirname, '../drivers');

/** The strictest checks that users are likely to have. */
const TSCONFIG = {
  compilerOptions: {
    strict: true,
    noUncheckedIndexedAccess: true,
    target: 'es2022',
    lib: ['es2024', 'esnext', 'dom', 'dom.iterable'],
    module: 'esnext',
    moduleResolution: 'bundler',
    allowImportingTsExtensions: true,
    noEmit: true,
    skipLibCheck: true,
    typeRoots: [path.join(ROOT, 'node_modules/@types')],
    types: ['node'],
  },
  include: ['driver.ts', 'client'],
};

/** Packages from npm, in a folder of their own. @returns its `node_modules` */
async function npmPackages(name: string, packages: readonly string[]): Promise<string> {
  const folder = await installed(name, async (empty) => {
    await writeFile(path.join(empty, 'package.json'), '{ "private": true }');
    const options = ['--save-exact', '--no-audit', '--no-fund', '--loglevel=error'];
    await quietly('npm', ['install', ...options, ...packages], { cwd: empty });
  });
  return path.join(folder, 'node_modules');
}

interface FromNpm {
  name: string;
  /** The program of its user, in `drivers`. */
  driver: string;
  version: string;
  /** Besides the generator; generators need a compiler of their own. */
  packages: readonly string[];
  /** Makes the client in the folder `client`. @param commands the folder of the packages' commands */
  generate(task: Task, commands: string): Promise<void>;
}

/** What is the same for every client in TypeScript: it is bundled with the program of its user. */
const driven = (driver: string): Pick<Generator, 'compile' | 'program'> => ({
  async compile({ folder }) {
    const entry = path.join(folder, 'driver.ts');
    await copyFile(path.join(DRIVERS, `${driver}.ts`), entry);
    await writeFile(path.join(folder, 'tsconfig.json'), JSON.stringify(TSCONFIG));
    await quietly(path.join(ROOT, 'node_modules/.bin/tsc'), ['--project', folder]);
    const outfile = path.join(folder, 'driver.mjs');
    await build({
      entryPoints: [entry],
      outfile,
      bundle: true,
      platform: 'node',
      format: 'esm',
      logLevel: 'error',
    });
  },
  program: async ({ folder }) => ({ command: process.execPath, args: [path.join(folder, 'driver.mjs')] }),
});

function fromNpm({ name, driver, version, packages, generate }: FromNpm): Generator {
  return {
    name,
    version,
    needs: ['npm'],
    async generate(task) {
      const folder = `npm-${driver}-${version}`;
      const modules = await npmPackages(folder, [...packages, 'typescript@5.9.3']);
      await symlink(modules, path.join(task.folder, 'node_modules'));
      await generate(task, path.join(modules, '.bin'));
    },
    ...driven(driver),
  };
}

export const typescriptFetch: Generator = {
  name: 'openapi-generator, typescript-fetch',
  version: OPENAPI_GENERATOR_VERSION,
  needs: ['java', 'mvn'],
  generate: ({ description, folder }) =>
    openapiGenerator('typescript-fetch', description, path.join(folder, 'client')),
  ...driven('typescript-fetch'),
};

export const openapiFetch = fromNpm({
  name: 'openapi-typescript, openapi-fetch',
  driver: 'openapi-fetch',
  version: '7.13.0',
  packages: ['openapi-typescript@7.13.0', 'openapi-fetch@0.17.0'],
  async generate({ description, folder }, commands) {
    await mkdir(path.join(folder, 'client'));
    const output = path.join(folder, 'client/schema.ts');
    await quietly(path.join(commands, 'openapi-typescript'), [description, '-o', output]);
  },
});

export const heyApi = fromNpm({
  name: '@hey-api/openapi-ts',
  driver: 'hey-api',
  version: '0.99.0',
  packages: ['@hey-api/openapi-ts@0.99.0'],
  async generate({ description, folder }, commands) {
    const options = [
      '-i',
      description,
      '-o',
      path.join(folder, 'client'),
      '-c',
      '@hey-api/client-fetch',
      '-s',
    ];
    await quietly(path.join(commands, 'openapi-ts'), options);
  },
});

export const orval = fromNpm({
  name: 'orval',
  driver: 'orval',
  version: '8.38.0',
  packages: ['orval@8.38.0'],
  async generate({ description, url, folder }, commands) {
    const output = { target: path.join(folder, 'client/api.ts'), client: 'fetch', baseUrl: url };
    const config = path.join(folder, 'orval.config.mjs');
    await writeFile(config, `export default ${JSON.stringify({ vms: { input: description, output } })};`);
    await quietly(path.join(commands, 'orval'), ['--config', config], { cwd: folder });
  },
});
