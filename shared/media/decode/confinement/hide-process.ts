import { libc } from './libc.ts';

const PR_SET_DUMPABLE = 4;

/**
 * Other processes of the same user can no longer read the memory and the first environment of this one, where the
 * credentials are (`/proc/PID/environ`, ptrace); nor does it leave a core. On Linux; elsewhere nothing happens.
 */
export function hideProcess(): void {
  if (process.platform === 'linux') libc().prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
}
