import { execFileSync, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Site } from './sites.ts';

/** The outcome of running tests. */
export interface Verdict {
  /** The first failure; null if everything passed. */
  failure: string | null;
  /** Whether the program itself was broken, so that the tests say nothing about the guard. */
  invalid: boolean;
  seconds: number;
}

interface Report {
  testResults: {
    name: string;
    message: string;
    assertionResults: { status: string; fullName: string }[];
  }[];
}

/** Longer than the slowest test file takes on a busy machine, since a mutant may never end. Milliseconds. */
const PATIENCE_MS = 300_000;
/** Errors of DynamoDB and the compiler for a broken program. */
const BROKEN = /Invalid \w+Expression|unused in expressions|SyntaxError|PARSE_ERROR|Transform failed/;

/** A copy of the repository's source to mutate and test, so that the source itself is never touched. */
export class ScratchCopy {
  readonly #folder = mkdtempSync(path.join(tmpdir(), 'vms-mutants-'));
  readonly #running = new AbortController();

  constructor(root: string) {
    const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
      cwd: root,
    });
    for (const file of listed.toString().split('\0').filter(Boolean)) {
      cpSync(path.join(root, file), path.join(this.#folder, file));
    }
    symlinkSync(path.join(root, 'node_modules'), path.join(this.#folder, 'node_modules'));
  }

  /** Runs tests with one guard removed, or on the unchanged source. */
  async test(suites: readonly string[], site?: Site): Promise<Verdict> {
    if (site === undefined) return this.#run(suites);
    const file = path.join(this.#folder, site.file);
    const original = readFileSync(file, 'utf8');
    writeFileSync(file, original.slice(0, site.start) + site.replacement + original.slice(site.end));
    try {
      return await this.#run(suites);
    } finally {
      writeFileSync(file, original);
    }
  }

  async #run(suites: readonly string[]): Promise<Verdict> {
    const started = performance.now();
    const outputFile = path.join(this.#folder, 'report.json');
    rmSync(outputFile, { force: true });
    const vitest = path.join(this.#folder, 'node_modules/vitest/vitest.mjs');
    const options = [
      '--project=!fauxqs',
      '--bail=1',
      '--maxWorkers=1',
      '--testTimeout=120000',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${outputFile}`,
    ];
    const child = spawn(process.execPath, [vitest, 'run', ...options, ...suites], {
      cwd: this.#folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      signal: this.#running.signal,
      timeout: PATIENCE_MS,
    });
    let said = '';
    for (const output of [child.stdout, child.stderr]) output.on('data', (text) => (said += text));
    const ended = await new Promise<string>((resolve) => {
      child.on('error', ({ message }) => resolve(message));
      child.on('close', (code, signal) => resolve(String(signal ?? code)));
    });
    const seconds = (performance.now() - started) / 1000;
    if (ended === '0') return { failure: null, invalid: false, seconds };
    return {
      failure: readFailure(outputFile) ?? `the tests ended with ${ended}`,
      invalid: BROKEN.test(said),
      seconds,
    };
  }

  close(): void {
    this.#running.abort();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** The first failure, if the tests ran far enough to report it. */
function readFailure(reportFile: string): string | undefined {
  if (!existsSync(reportFile)) return undefined;
  const { testResults } = JSON.parse(readFileSync(reportFile, 'utf8')) as Report;
  for (const { name, message, assertionResults } of testResults) {
    const failed = assertionResults.find(({ status }) => status === 'failed');
    if (failed !== undefined) return failed.fullName;
    if (message) return `${path.basename(name)}: ${message.split('\n')[0]}`;
  }
  return undefined;
}
