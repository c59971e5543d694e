/**
 * Prints how many tests have passed, failed and been skipped in a usual run and a long one, from their JSON reports:
 * `node print-outcome.ts USUAL LONG`. Exits with 1 where one has failed.
 */
import { existsSync, readFileSync } from 'node:fs';
import { outcomeOf, type Report } from './outcome.ts';

const read = (file = ''): Report | null =>
  existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Report) : null;

const [, , usualFile, longFile] = process.argv;
const usual = outcomeOf(read(usualFile), false);
const long = outcomeOf(read(longFile), true);
const failed = usual.failed + long.failed;
console.log(
  `${usual.passed + long.passed} passed, ${failed} failed, ${usual.skipped + long.skipped} skipped`,
);
process.exitCode = failed === 0 ? 0 : 1;
