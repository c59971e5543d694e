/**
 * Takes away every condition of a write and every check of an authorization, one at a time, and runs the tests that
 * watch over it: `npm run mutants [-- --slice K/N] [PATH …]`, PATH being the beginning of `file:line`. A test must fail
 * each time. What was killed before on this commit is not tried again.
 */
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { longRunOptions } from '../long-runs/options.ts';
import { Progress, sourceName, sourceState } from '../long-runs/progress.ts';
import { portionOf, sliceName } from '../support/faults/slice.ts';
import { ScratchCopy, type Verdict } from './scratch-copy.ts';
import { findSites, type Site } from './sites.ts';
import { suitesFor } from './suites.ts';

const root = path.resolve(import.meta.dirname, '../..');
const { slice, names } = longRunOptions(process.argv.slice(2));
const source = sourceState(root);
const progress = new Progress(path.join(root, '.cache/long-runs'), 'mutants', source);

const placeOf = ({ file, line }: Site): string => `${file}:${line}`;
const pieceOf = (site: Site): string => `${placeOf(site)}, ${site.start} to ${site.end}: ${site.replacement}`;
const isKilled = (site: Site): boolean => progress.outcomeOf(pieceOf(site)) === 'killed';

const all = findSites(root).filter(
  (site) => names.length === 0 || names.some((prefix) => placeOf(site).startsWith(prefix)),
);
const sites = portionOf(slice, all);
const left = sites.filter((site) => !isKilled(site));

const copies = Array.from(
  { length: Math.min(availableParallelism(), left.length) },
  () => new ScratchCopy(root),
);
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => {
    for (const copy of copies) copy.close();
    process.exit(1);
  });
}

/** Works on all copies in parallel. */
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

/** Tests that fail without a mutant; they would kill every mutant. */
async function brokenSuites(): Promise<string[]> {
  const suites = new Set(left.flatMap(({ file }) => suitesFor(file)));
  const broken: string[] = [];
  await share(
    [...suites].filter((suite) => progress.outcomeOf(suite) !== 'passed'),
    async (copy, suite) => {
      const { failure } = await copy.test([suite]);
      if (failure === null) progress.note(suite, 'passed');
      else broken.push(`${suite}: ${failure}`);
    },
  );
  return broken;
}

async function tryOut(copy: ScratchCopy, site: Site): Promise<void> {
  const verdict = await copy.test(suitesFor(site.file), site);
  const outcome = outcomeOf(verdict);
  progress.note(pieceOf(site), outcome);
  const cells = [outcome, `${verdict.seconds.toFixed(0)} s`, placeOf(site), site.guard, site.source];
  console.log([...cells, verdict.failure ?? '-'].map((cell) => cell.replaceAll('|', '\\|')).join(' | '));
}

/** How many sites had this outcome, in this run or an earlier one. */
const counted = (among: readonly Site[], outcome: string): number =>
  among.filter((site) => progress.outcomeOf(pieceOf(site)) === outcome).length;

async function check(): Promise<boolean> {
  const started = performance.now();
  const broken = await brokenSuites();
  if (broken.length > 0) {
    console.log(`Tests that fail without any mutant:\n${broken.join('\n')}`);
    return false;
  }
  await share(left, tryOut);
  const killed = counted(sites, 'killed');
  const minutes = ((performance.now() - started) / 60_000).toFixed(1);
  console.log(
    `mutants, slice ${sliceName(slice)}, commit ${sourceName(source)}: ${sites.length} of ${all.length}, ` +
      `${killed} killed, ${counted(sites, 'survived')} survived, ${counted(sites, 'invalid')} invalid, ` +
      `${minutes} min in this go; killed of all so far: ${counted(all, 'killed')}`,
  );
  return killed === sites.length;
}

try {
  process.exitCode = (await check()) ? 0 : 1;
} finally {
  for (const copy of copies) copy.close();
}
