import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { type Plugin, rolldown } from 'rolldown';
import { dts } from 'rolldown-plugin-dts';
import { declareContract } from './declare-contract.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const TSC = path.join(ROOT, 'node_modules/typescript/bin/tsc');

/** The declarations of `node` name those of the core. */
const coreByItsName: Plugin = {
  name: 'core-by-its-name',
  resolveId: (source) => (source.startsWith('../') ? { id: './index.js', external: true } : null),
};

/** The bundler names the file of each module, and prints comments behind what comes before them. */
const withCommentsOnLines = (code: string): string =>
  code
    .replaceAll(/^\/\/ .*\.d\.ts\n/gm, '')
    .split('\n')
    .map((line) => {
      const [, indent = ''] = /^( *?)(?: (?=\*)|(?=\S)|$)/.exec(line) ?? [];
      return line
        .replaceAll(/\*\/(?=\S)/g, `*/\n${indent}`)
        .replaceAll(/(?<=[;{]) (?=\/\*\*)/g, `\n${indent}`);
    })
    .join('\n');

/** One file of all that an entry declares; a type that has the name of another gets one of its own. */
async function rolledUp(entry: string, plugins: readonly Plugin[]): Promise<string> {
  await using bundle = await rolldown({
    input: entry,
    plugins: [...plugins, dts({ dtsInput: true, emitDtsOnly: true, tsconfig: false })],
    logLevel: 'silent',
  });
  const { output } = await bundle.generate({ format: 'esm' });
  const [{ code }] = output;
  // A point of the contract may have other members.
  return `${withCommentsOnLines(code).trim().replaceAll('Point$1', 'PlanePoint')}\n`;
}

/**
 * The declarations of the package, by the names of its files: those of the modules, with the types of the contract as interfaces.
 * @throws Error with what the compiler says
 */
export async function packageDeclarations(): Promise<Record<'index.d.ts' | 'node.d.ts', string>> {
  const folder = await mkdtemp(path.join(tmpdir(), 'vms-declarations-'));
  try {
    const args = [TSC, '--project', import.meta.dirname, '--outDir', folder];
    await promisify(execFile)(process.execPath, args).catch(({ stdout }: { stdout: string }) => {
      throw new Error(stdout);
    });
    const client = path.join(folder, 'client');
    await writeFile(path.join(client, 'answers.d.ts'), declareContract());
    return {
      'index.d.ts': await rolledUp(path.join(client, 'package/entry.d.ts'), []),
      'node.d.ts': await rolledUp(path.join(client, 'files/entry.d.ts'), [coreByItsName]),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
