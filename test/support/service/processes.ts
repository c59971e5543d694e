import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

/** Whether processes can be inspected: only where the kernel has /proc. */
export const processesVisible = process.platform === 'linux';

/** A process; the start time distinguishes it from a later one with the same id. */
interface ProcessRef {
  readonly pid: number;
  readonly parent: number;
  readonly startTime: string;
}

/** The process, or null if it has ended, even if its parent has not collected its exit code yet. */
function lookUp(pid: number): ProcessRef | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // proc_pid_stat(5): the name in parentheses may contain anything, so the fields are counted from behind it.
    const [state, parent, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (state === 'Z' || state === 'X') return null;
    return { pid, parent: Number(parent), startTime: rest[17] ?? '' };
  } catch {
    return null;
  }
}

/** Every process that descends from this one. */
export function descendants(pid: number): ProcessRef[] {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => lookUp(Number(name)))
    .filter((found) => found !== null);
  const below = (parent: number): ProcessRef[] =>
    all.filter((found) => found.parent === parent).flatMap((child) => [child, ...below(child.pid)]);
  return below(pid);
}

/** The command line of a process, its arguments apart by spaces; empty if it has ended. */
export function commandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}

/** Kills a process, unless it has ended already. */
export function killIfAlive({ pid }: ProcessRef): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Peak resident memory of a process, MB; null if it has ended. */
export function peakMegabytes(pid: number): number | null {
  try {
    const [, kibibytes] = /VmHWM:\s*(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return kibibytes === undefined ? null : (Number(kibibytes) * 1024) / 1e6;
  } catch {
    return null;
  }
}

const POLL_MS = 20;
const PATIENCE_MS = 10_000;

/** Resolves when all have ended. @throws if some do not end */
export async function allEnded(processes: readonly ProcessRef[]): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    const alive = processes.filter(({ pid, startTime }) => lookUp(pid)?.startTime === startTime);
    if (alive.length === 0) return;
    if (Date.now() > deadline) throw new Error(`still alive: ${alive.map(({ pid }) => pid).join(', ')}`);
    await delay(POLL_MS);
  }
}
