import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { outcomeOf, quietly } from '../../../test/conformance/clients/command-output.ts';
import { installed } from '../../../test/conformance/installed.ts';

/** The folder of the package. */
export const PACKAGE = path.resolve(import.meta.dirname, '..');

const REQUIREMENTS = path.join(PACKAGE, 'requirements-dev.txt');
const NAMES = ['python3', 'python3.13', 'python3.12', 'python3.11', 'python3.10'];
const VERSION = 'import sys; print("%d.%d" % sys.version_info[:2]); sys.exit(sys.version_info < (3, 10))';

/** The machine lacks something that cannot be brought along. */
export class Unavailable extends Error {}

export interface PythonTools {
  /** The Python that they are installed for, such as `python3`. */
  readonly python: string;
  /** The Python that has them. */
  readonly command: string;
  /** Runs it, such as `-m ruff`. @returns what it has printed @throws Error with its last lines */
  run(...args: readonly string[]): Promise<string>;
  /** Where their packages are. */
  readonly packages: string;
}

/** What `requirements-dev.txt` names, for the Python of `VMS_PYTHON` or the machine's. @throws Unavailable */
export async function pythonTools(): Promise<PythonTools> {
  const { command, version } = await findPython();
  const requirements = await readFile(REQUIREMENTS, 'utf8');
  const digest = createHash('sha256').update(requirements).digest('hex').slice(0, 12);
  const folder = await installed(`python-package-${version}-${digest}`, async (empty) => {
    await quietly(command, ['-m', 'venv', empty]);
    await pip(path.join(empty, 'bin/python'), 'install', '-q', '-r', REQUIREMENTS);
  });
  const python = path.join(folder, 'bin/python');
  return {
    python: command,
    command: python,
    run: (...args) => quietly(python, args, { cwd: PACKAGE }),
    packages: path.join(folder, 'lib', `python${version}`, 'site-packages'),
  };
}

/** Runs pip. @throws Unavailable where it reaches no PyPI */
export async function pip(python: string, ...args: readonly string[]): Promise<void> {
  const { failure } = await outcomeOf(python, ['-m', 'pip', ...args]);
  if (failure === undefined) return;
  const { failure: unreachable } = await outcomeOf(python, ['-m', 'pip', 'index', 'versions', 'pip']);
  throw unreachable === undefined ? new Error(failure) : new Unavailable('PyPI cannot be reached');
}

async function findPython(): Promise<{ command: string; version: string }> {
  const named = process.env.VMS_PYTHON;
  for (const command of named ? [named] : NAMES) {
    const { stdout, failure } = await outcomeOf(command, ['-c', VERSION]);
    if (failure === undefined) return { command, version: stdout.trim() };
  }
  throw new Unavailable(`${named ?? 'this machine'} has no Python 3.10 or newer`);
}
