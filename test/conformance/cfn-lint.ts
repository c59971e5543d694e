import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

const VERSION = '1.58.0';

/** Rules that the templates break on purpose, and why. */
const ACCEPTED: Readonly<Record<string, string>> = {
  W6001:
    'The outputs for operators name the stores, which are in the other stack, so that one stack tells everything.',
  W3005: 'CDK has a function wait for its role, to which it refers as well; twice does no harm.',
};

/** A place outside the repository, kept between runs. */
const cache = path.join(process.env.XDG_CACHE_HOME ?? path.join(homedir(), '.cache'), 'vms-conformance');

/** Installs AWS's linter of templates (PyPI `cfn-lint`), unless it is there. @returns the path of its command */
async function install(): Promise<string> {
  const folder = path.join(cache, `cfn-lint-${VERSION}`);
  const command = path.join(folder, 'bin/cfn-lint');
  if (existsSync(command)) return command;
  await run('python3', ['-m', 'venv', folder]);
  await run(path.join(folder, 'bin/pip'), [
    'install',
    '--quiet',
    '--disable-pip-version-check',
    `cfn-lint==${VERSION}`,
  ]);
  return command;
}

/** What the linter finds in templates, a line each: errors and warnings. */
export async function lintTemplates(files: readonly string[], regions: readonly string[]): Promise<string[]> {
  const command = await install();
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
