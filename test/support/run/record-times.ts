import { appendFileSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect } from 'vitest';

/** Clock ticks a second in /proc, the same on all systems that Node runs on. */
const TICKS = 100;

/** Processor seconds of this process so far, of its children too where they have ended. */
function processorSeconds(): number {
  const stat = readFileSync('/proc/self/stat', 'utf8');
  // proc_pid_stat(5): the name in parentheses may contain anything, so the fields are counted from behind it.
  const [utime, stime, cutime, cstime] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 15);
  return (Number(utime) + Number(stime) + Number(cutime) + Number(cstime)) / TICKS;
}

/** Processor seconds that files of this process have been charged with. */
let charged = 0;

/**
 * Appends a line about the test file to the file that `VMS_TEST_TIMES` names: processor seconds, seconds on the clock and
 * path, apart by tabs. The first file of a process is charged with its start. `npm run test:times` adds them up.
 */
export function recordTimes(): void {
  const { VMS_TEST_TIMES: file } = process.env;
  if (!file) return;
  const began = Date.now();
  afterAll(() => {
    const used = processorSeconds();
    const testFile = path.relative(process.cwd(), expect.getState().testPath ?? '');
    const columns = [(used - charged).toFixed(2), ((Date.now() - began) / 1000).toFixed(2), testFile];
    appendFileSync(file, `${columns.join('\t')}\n`);
    charged = used;
  });
}
