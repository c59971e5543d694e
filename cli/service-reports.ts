import { systemRuntime } from '../shared/kernel/runtime/runtime.ts';
import type { Context } from './command.ts';
import { explainFullDisk } from './full-disk.ts';

const FULL_DISK_AGAIN_MS = 60_000;

/**
 * Notes what a service in this process reports. On a full disk, of which every write reports, it says so in a sentence, and
 * again when a minute has passed.
 */
export function serviceReports(
  { terminal, dataDir }: Pick<Context, 'terminal' | 'dataDir'>,
  now: () => number = systemRuntime.elapsed,
): (error: unknown) => void {
  let saidAt = Number.NEGATIVE_INFINITY;

  return (error) => {
    const fullDisk = explainFullDisk(error, dataDir);
    if (fullDisk === null) {
      terminal.note(`The service reports: ${error instanceof Error ? error.stack : error}`);
    } else if (now() - saidAt >= FULL_DISK_AGAIN_MS) {
      saidAt = now();
      terminal.note(fullDisk.message);
    }
  };
}
