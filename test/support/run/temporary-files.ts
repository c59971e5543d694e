/**
 * Global set-up: whatever a run writes to the system's folder for temporary files is in one folder, which is removed when
 * the run ends or is interrupted.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import path from 'node:path';

const INTERRUPTIONS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

export function setup(): void {
  // A short name: sockets below it may have a path of about 100 bytes.
  const folder = mkdtempSync(path.join(tmpdir(), 'vms-'));
  process.env.TMPDIR = folder;
  // Services, workers and commands start hundreds of times: half of such a start is the compilation of their modules.
  process.env.NODE_COMPILE_CACHE = path.join(folder, 'compiled');
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  for (const name of INTERRUPTIONS) {
    process.once(name, () => process.exit(128 + constants.signals[name]));
  }
}
