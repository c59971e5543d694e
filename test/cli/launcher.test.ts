import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/temporary-folder.ts';

const root = path.resolve(import.meta.dirname, '../..');
const launcher = path.join(root, 'cli/vms.js');
const bundled = path.join(root, `node_modules/node-${process.platform}-${process.arch}`);

/** Makes the Node that loads it take itself for an old one. */
const preload = (script: string): string[] => [
  '--import',
  `data:text/javascript,${encodeURIComponent(script)}`,
];
const pretendOld = preload(
  `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.20.0' } })`,
);

async function run(args: string[]) {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const [[code], stdout, stderr] = await Promise.all([
    once(child, 'exit') as Promise<[number]>,
    text(child.stdout),
    text(child.stderr),
  ]);
  return { code, stdout, stderr };
}

test.skipIf(!existsSync(bundled))(
  'an old Node hands over to the one of the project, with arguments, output and exit code',
  async () => {
    const help = await run([...pretendOld, launcher, 'list', '--help']);
    expect(help).toMatchObject({ code: 0, stderr: '' });
    expect(help.stdout).toContain('Usage: vms list');
    const wrong = await run([...pretendOld, launcher, 'nonsense']);
    expect(wrong.code).toBe(2);
    expect(wrong.stderr).toContain('There is no command "nonsense".');
  },
);

test('the version is that of the project, and the oldest Node the one that the launcher asks for', async () => {
  const { version, engines } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  expect(await run([launcher, '--version'])).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
  expect(readFileSync(launcher, 'utf8')).toContain(`OLDEST_MAJOR = ${engines.node.replace('>=', '')};`);
});

test('an old Node without another one beside it says what is needed', async () => {
  using folder = temporaryFolder();
  const lonely = path.join(folder.path, 'vms.mjs');
  copyFileSync(launcher, lonely);
  const { code, stdout, stderr } = await run([...pretendOld, lonely, 'list']);
  expect(code).toBe(1);
  expect(stdout).toBe('');
  expect(stderr).toMatch(/needs Node 24 or newer/);
  expect(stderr).toContain('npm ci');
});
