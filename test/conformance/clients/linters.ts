import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { installed } from '../installed.ts';
import { outcomeOf, quietly } from './command-output.ts';

interface Linter {
  name: string;
  version: string;
  /** What it finds in a description, a line each: errors and warnings. */
  findings(description: string): Promise<string[]>;
}

const SPECTRAL_VERSION = '6.16.3';

const spectral: Linter = {
  name: 'spectral',
  version: SPECTRAL_VERSION,
  async findings(description) {
    const folder = await installed(`spectral-${SPECTRAL_VERSION}`, async (empty) => {
      await writeFile(path.join(empty, 'package.json'), '{ "private": true }');
      const options = ['--no-audit', '--no-fund', '--loglevel=error'];
      await quietly('npm', ['install', ...options, `@stoplight/spectral-cli@${SPECTRAL_VERSION}`], {
        cwd: empty,
      });
    });
    const rules = path.join(folder, 'rules.json');
    await writeFile(rules, JSON.stringify({ extends: ['spectral:oas'] }));
    const args = [
      'lint',
      description,
      '--ruleset',
      rules,
      '--format',
      'text',
      '--quiet',
      '--fail-severity',
      'hint',
    ];
    const { stdout, failure } = await outcomeOf(path.join(folder, 'node_modules/.bin/spectral'), args);
    if (failure === undefined) return [];
    return (stdout || failure)
      .split('\n')
      .filter((line) => /\b(error|warning|information|hint)\b/.test(line));
  },
};

const redocly: Linter = {
  name: 'redocly',
  version: 'of npm test',
  async findings(description) {
    const command = path.join(import.meta.dirname, '../../../node_modules/.bin/redocly');
    const args = ['lint', description, '--extends', 'recommended', '--format', 'github-actions'];
    const env = { ...process.env, CI: 'true', REDOCLY_TELEMETRY: 'off' };
    const { stdout } = await outcomeOf(command, args, { env, cwd: path.dirname(description) });
    return stdout.split('\n').filter((line) => line.startsWith('::'));
  },
};

export const LINTERS: readonly Linter[] = [spectral, redocly];
