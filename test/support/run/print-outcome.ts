/**
 * Prints what failed in a usual run and a long one, and how many tests passed, failed and were skipped, from their JSON
 * reports: `node print-outcome.ts USUAL LONG`. Exits with 1 where one failed.
 */
import { existsSync, readFileSync } from 'node:fs';
import { outcomeOf, type Report } from './outcome.ts';

const read = (file = ''): Report | null =>
  existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Report) : null;

const [, , usualFile, longFile] = process.argv;
const usual = outcomeOf(read(usualFile), false);
const long = outcomeOf(read(longFile), true);
const failures = [...usual.failures, ...long.failures];
for (const failure of failures) console.log(failure);
console.log(
  `${usual.passed + long.passed} passed, ${failures.length} failed, ${usual.skipped + long.skipped} skipped`,
);
process.exitCode = failures.length === 0 ? 0 : 1;
