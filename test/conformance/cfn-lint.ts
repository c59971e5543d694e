import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { installed } from './installed.ts';
import { pythonCommand } from './python.ts';

const run = promisify(execFile);

export const CFN_LINT_VERSION = '1.58.0';

/** Rules that the templates break on purpose, and why. */
const ACCEPTED: Readonly<Record<string, string>> = {
  W6001:
    'The outputs for operators name the stores, which are in the other stack, so that one stack has everything.',
  W3005: 'CDK has a function wait for its role, to which it refers as well; twice does no harm.',
};

/** AWS's linter of templates (PyPI `cfn-lint`). @returns the path of its command */
async function linter(): Promise<string> {
  const folder = await installed(`cfn-lint-${CFN_LINT_VERSION}`, async (empty) => {
    // It wants Python 3.10 or newer.
    await run(pythonCommand(), ['-m', 'venv', empty]);
    const options = ['--quiet', '--disable-pip-version-check'];
    await run(path.join(empty, 'bin/pip'), ['install', ...options, `cfn-lint==${CFN_LINT_VERSION}`]);
  });
  return path.join(folder, 'bin/cfn-lint');
}

/** What the linter finds in templates, a line each: errors and warnings. */
export async function lintTemplates(files: readonly string[], regions: readonly string[]): Promise<string[]> {
  const command = await linter();
  const ignored = Object.keys(ACCEPTED);
  const options = ['--format', 'parseable', '--regions', ...regions];
  const args = [
    ...options,
    ...(ignored.length > 0 ? ['--ignore-checks', ...ignored] : []),
    '--template',
    ...files,
  ];
  // It fails where it finds something.
  const { stdout } = await run(command, args).catch(
    (error: { code?: unknown; stdout?: string; stderr?: string }) => {
      if (typeof error.code !== 'number' || !error.stdout) throw error;
      return { stdout: error.stdout };
    },
  );
  return stdout.split('\n').filter((line) => line !== '');
}
