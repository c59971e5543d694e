/**
 * Takes away every condition of a write and every check of an authorization, one at a time, and runs the tests that
 * watch over it: `npm run mutants [-- PATH …]`, PATH being the beginning of `file:line`. A test must fail each time.
 */
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { ScratchCopy, type Verdict } from './scratch-copy.ts';
import { findSites, type Site } from './sites.ts';
import { suitesFor } from './suites.ts';

const PARALLEL = availableParallelism();

const root = path.resolve(import.meta.dirname, '../..');
const wanted = process.argv.slice(2);
const placeOf = ({ file, line }: Site): string => `${file}:${line}`;
const sites = findSites(root).filter(
  (site) => wanted.length === 0 || wanted.some((prefix) => placeOf(site).startsWith(prefix)),
);

const copies = Array.from({ length: PARALLEL }, () => new ScratchCopy(root));
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => {
    for (const copy of copies) copy.close();
    process.exit(1);
  });
}

/** Does the work on all copies at once. */
async function share<Task>(tasks: readonly Task[], work: (copy: ScratchCopy, task: Task) => Promise<void>) {
  const queue = [...tasks];
  const drain = async (copy: ScratchCopy) => {
    for (let task = queue.shift(); task !== undefined; task = queue.shift()) await work(copy, task);
  };
  await Promise.all(copies.map(drain));
}

function outcomeOf({ failure, invalid }: Verdict): 'survived' | 'invalid' | 'killed' {
  if (failure === null) return 'survived';
  return invalid ? 'invalid' : 'killed';
}

async function check(): Promise<boolean> {
  const suites = [...new Set(sites.flatMap(({ file }) => suitesFor(file)))];
  const broken: string[] = [];
  await share(suites, async (copy, suite) => {
    const { failure } = await copy.test([suite]);
    if (failure !== null) broken.push(`${suite}: ${failure}`);
  });
  if (broken.length > 0) {
    console.log(`Tests that fail without any mutant:\n${broken.join('\n')}`);
    return false;
  }

  const counts = { killed: 0, survived: 0, invalid: 0 };
  await share(sites, async (copy, site) => {
    const verdict = await copy.test(suitesFor(site.file), site);
    const outcome = outcomeOf(verdict);
    counts[outcome]++;
    const cells = [outcome, `${verdict.seconds.toFixed(0)} s`, placeOf(site), site.guard, site.source];
    console.log([...cells, verdict.failure ?? '-'].map((cell) => cell.replaceAll('|', '\\|')).join(' | '));
  });
  console.log(
    `${sites.length} mutants: ${counts.killed} killed, ${counts.survived} survived, ${counts.invalid} invalid`,
  );
  return counts.killed === sites.length;
}

try {
  process.exitCode = (await check()) ? 0 : 1;
} finally {
  for (const copy of copies) copy.close();
}
