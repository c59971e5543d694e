import type { ChildProcess } from 'node:child_process';
import { libc } from './libc.ts';

type Observer = (pid: number, isRunning: boolean) => void;

let observer: Observer = () => {};

/** Who is told of the processes that this thread starts. */
export function observeProcesses(told: Observer): void {
  observer = told;
}

/** To be called with each process that is started where a thread may be ended by its owner. */
export function noteProcess(child: ChildProcess): void {
  const { pid } = child;
  if (pid === undefined) return;
  observer(pid, true);
  child.once('exit', () => observer(pid, false));
}

/** `WNOHANG` of Linux and macOS. */
const AT_ONCE = 1;

/**
 * Ends a process of a thread that has been ended. The thread's event loop would have taken note of its end: without that
 * the operating system keeps it (as a zombie), and has room for no more than so many.
 */
export async function reapProcess(pid: number): Promise<void> {
  const isRunning = libc().waitpid(pid, null, AT_ONCE) === 0;
  if (!isRunning) return;
  process.kill(pid, 'SIGKILL');
  await new Promise((resolve) => libc().waitpid.async(pid, null, 0, resolve));
}
