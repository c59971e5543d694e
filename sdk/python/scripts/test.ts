/**
 * Checks the Python package, and tests its wheel in a fresh environment on a local service: `npm run test:python`. Skips with a
 * reason where there is no Python 3.10, or no PyPI. Arguments go to pytest; `VMS_PYTHON` names another Python.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { quietly } from '../../../test/conformance/clients/command-output.ts';
import { PACKAGE, type PythonTools, pip, pythonTools, Unavailable } from './python-tools.ts';

async function step<T>(name: string, work: () => Promise<T>): Promise<T> {
  const start = performance.now();
  const result = await work();
  console.log(`${name}: ${((performance.now() - start) / 1000).toFixed(1)} s`);
  return result;
}

/** A Python with the wheel and what the wheel asks for; then also with the tools, behind these. @returns its command */
async function freshPython(tools: PythonTools, folder: string): Promise<string> {
  await tools.run('-m', 'hatchling', 'build', '-t', 'wheel', '-d', folder);
  const [wheel = ''] = (await readdir(folder)).filter((name) => name.endsWith('.whl'));
  const environment = path.join(folder, 'environment');
  await quietly(tools.python, ['-m', 'venv', '--without-pip', environment]);
  const python = path.join(environment, 'bin/python');
  await pip(tools.command, '--python', python, 'install', '-q', path.join(folder, wheel));
  await quietly(python, ['-W', 'error', '-c', 'import video_metadata'], { cwd: folder });
  const packages = await quietly(python, ['-c', 'import sysconfig; print(sysconfig.get_path("purelib"))']);
  await writeFile(path.join(packages.trim(), 'tools.pth'), `${tools.packages}\n`);
  return python;
}

async function ruff(tools: PythonTools): Promise<void> {
  await tools.run('-m', 'ruff', 'format', '--check', '--no-cache', '.');
  await tools.run('-m', 'ruff', 'check', '--no-cache', '.');
}

async function mypy(tools: PythonTools, python: string): Promise<void> {
  const options = ['--python-executable', python, '--cache-dir', path.join(tools.packages, '.mypy')];
  await tools.run('-m', 'mypy', ...options, 'src');
  await tools.run('-m', 'mypy', ...options, 'tests', 'scripts');
}

async function pytest(python: string): Promise<void> {
  const child = spawn(python, ['-B', '-m', 'pytest', ...process.argv.slice(2)], {
    cwd: PACKAGE,
    stdio: 'inherit',
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`pytest ended with ${code}`);
}

const folder = await mkdtemp(path.join(tmpdir(), 'vms-python-'));
try {
  const tools = await pythonTools();
  const generator = path.join(import.meta.dirname, 'generate.ts');
  const [python] = await Promise.all([
    step('wheel', () => freshPython(tools, folder)),
    step('generated files', () => quietly(process.execPath, [generator, '--check'])),
    step('ruff', () => ruff(tools)),
  ]);
  // Each to its end: the environment is removed after both.
  const checks = await Promise.allSettled([step('mypy', () => mypy(tools, python)), pytest(python)]);
  for (const check of checks) if (check.status === 'rejected') throw check.reason;
} catch (error) {
  if (error instanceof Unavailable) console.log(`The Python package is not tested: ${error.message}`);
  else {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
