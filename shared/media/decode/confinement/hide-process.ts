import { libc } from '../../processes/libc.ts';

const PR_SET_DUMPABLE = 4;

/**
 * Keeps other processes of the same user from reading the memory and the initial environment of this one, which
 * hold the credentials (`/proc/PID/environ`, ptrace), and prevents core dumps. Does nothing except on Linux.
 */
export function hideProcess(): void {
  if (process.platform === 'linux') libc().prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
}
