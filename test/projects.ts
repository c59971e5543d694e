/**
 * The project that a test file runs in. It follows from the file's folder and from what it imports, so that nobody has
 * to enter a new file anywhere; only a file that needs a process of its own is listed, with the reason.
 */
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Extent } from './support/run/long.ts';

const ROOT = path.resolve(import.meta.dirname, '..');

/** Files that others cannot share a process with, and why. */
const ISOLATED: Readonly<Record<string, string>> = {
  'test/lib/grants-and-calls.test.ts': 'counts what functions read the first time, and keep',
  'test/reliability/repeated-messages.test.ts': 'loads the functions twice, as two instances of them',
  'test/service/jobs/report-confinement.test.ts': 'replaces a module',
};

/** What starts a service, or the stores of one. */
const SERVICE =
  /(^|\/)(local\/service|local\/stores\/start-stores|local\/(s3|sqs|dynamodb)\/server|cli\/vms-process)\.ts$/;

/** What synthesizes the stacks. */
const STACKS = /(^|\/)lib\/(app|[a-z-]+-stack)\.ts$/;

const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*'(\.[^']+)'/g;

const imports = new Map<string, readonly string[]>();

/** What tests use that may start a service by itself. */
const FOLLOWED = /^(test|bench|rehearsal)\//;

/** The files that a file imports, from the root; the service itself is not followed. */
function importsOf(file: string): readonly string[] {
  const known = imports.get(file);
  if (known !== undefined) return known;
  // An import in a text, which a test is about, need not exist.
  const isFollowed = FOLLOWED.test(file) && file.endsWith('.ts') && existsSync(path.join(ROOT, file));
  const source = isFollowed ? readFileSync(path.join(ROOT, file), 'utf8') : '';
  const found = [...source.matchAll(IMPORT)].map(([, to = '']) =>
    path.posix.join(path.posix.dirname(file), to),
  );
  imports.set(file, found);
  return found;
}

/** Whether a file imports what matches, by way of other test files too. */
function reaches(file: string, pattern: RegExp, seen = new Set<string>()): boolean {
  if (seen.has(file)) return false;
  seen.add(file);
  return importsOf(file).some((to) => pattern.test(to) || reaches(to, pattern, seen));
}

/** What marks a file of which `npm test` runs nothing. */
const WHOLLY_LONG = /@module-tag long/;
/** What marks a file of which `npm run test:long` runs something. */
const PARTLY_LONG = /tags: '(long|sampled)'|\blongFrom\(|@module-tag long/;

const says = (file: string, mark: RegExp): boolean => mark.test(readFileSync(path.join(ROOT, file), 'utf8'));

type Project = 'pure' | 'service' | 'stacks' | 'isolated' | 'browser';

function projectOf(file: string): Project {
  if (file.startsWith('test/browser/')) return 'browser';
  // Whose tests are those of another file: a process defines them once.
  if (file in ISOLATED || importsOf(file).some((to) => to.endsWith('.test.ts'))) return 'isolated';
  if (reaches(file, STACKS)) return 'stacks';
  if (reaches(file, SERVICE)) return 'service';
  return 'pure';
}

/** Whether a run has something to run of a file. */
const IS_CHOSEN: Readonly<Record<Extent, (file: string) => boolean>> = {
  usual: (file) => !says(file, WHOLLY_LONG),
  long: (file) => says(file, PARTLY_LONG),
  all: () => true,
};

/** The test files of a run by project. */
export function testFiles(extent: Extent): Record<Project, string[]> {
  const files: Record<Project, string[]> = { pure: [], service: [], stacks: [], isolated: [], browser: [] };
  const all = globSync('test/**/*.test.ts', { cwd: ROOT }).sort();
  for (const file of all.filter(IS_CHOSEN[extent])) files[projectOf(file)].push(file);
  return files;
}
