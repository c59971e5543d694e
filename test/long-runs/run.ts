/**
 * Runs a long run, or a slice of it: `npm run faults|fuzz|fuzz:media [-- --slice K/N] [--seed S] [FILE …]`. The
 * default seed derives from the commit, so that slices run separately belong to one run. An interrupted slice continues
 * with the first file that has not passed.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { sliceName } from '../support/faults/slice.ts';
import { longRunOptions } from './options.ts';
import { Progress, sourceName, sourceState } from './progress.ts';
import { RUNS } from './runs.ts';

const root = path.resolve(import.meta.dirname, '../..');
const [name = '', ...args] = process.argv.slice(2);
const run = RUNS[name];
if (run === undefined) throw new Error(`There is no long run "${name}": ${Object.keys(RUNS).join(', ')}`);
const { slice, seed: given, names } = longRunOptions(args);
const source = sourceState(root);
const seed = given ?? Number.parseInt(source.commit, 16);
const progress = new Progress(path.join(root, '.cache/long-runs'), name, source);
const pieceOf = (file: string): string => `seed ${seed}, slice ${sliceName(slice)}: ${file}`;

/** @returns whether the file passed */
async function test(file: string): Promise<boolean> {
  const vitest = path.join(root, 'node_modules/vitest/vitest.mjs');
  const child = spawn(process.execPath, [vitest, 'run', file, '--project=!fauxqs'], {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      ...run?.variables,
      [run?.seedVariable ?? '']: String(seed),
      VMS_SLICE: sliceName(slice),
    },
  });
  const [code] = await once(child, 'exit');
  return code === 0;
}

const started = performance.now();
const files = run
  .files(root)
  .sort()
  .filter((file) => names.length === 0 || names.some((part) => file.includes(part)));
let passed = 0;
for (const file of files) {
  const known = progress.outcomeOf(pieceOf(file)) === 'passed';
  const good = known || (await test(file));
  if (!known) progress.note(pieceOf(file), good ? 'passed' : 'failed');
  if (known) console.log(`${file} has passed before`);
  if (good) passed++;
}
const minutes = ((performance.now() - started) / 60_000).toFixed(1);
console.log(
  `${name}, slice ${sliceName(slice)}, seed ${seed}, commit ${sourceName(source)}: ` +
    `${passed} of ${files.length} files passed, ${minutes} min in this go`,
);
process.exitCode = passed === files.length && files.length > 0 ? 0 : 1;
